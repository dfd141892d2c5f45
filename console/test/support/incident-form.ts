import type { Locator, Page } from 'playwright-core'

/** Returns the name field of the report form or of the edit form. */
export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Name', exact: true })
