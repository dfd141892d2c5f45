import type { Locator, Page } from 'playwright-core'

/** The rows of the list of Incidents, without its head. */
export const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Incidents' }).locator('[data-row-id]')
