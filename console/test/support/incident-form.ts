import type { Locator, Page } from 'playwright-core'

/** The name of an Incident, where it is reported or edited. */
export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Name', exact: true })
