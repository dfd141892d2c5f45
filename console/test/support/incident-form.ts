import type { Locator, Page } from 'playwright-core'

/** Returns the text field for an incident's name, in the report form or in the edit form. */
export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Name', exact: true })
