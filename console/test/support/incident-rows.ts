import type { Locator, Page } from 'playwright-core'

/** Returns the rows of the incident list, without the header row. */
export const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Incidents' }).locator('[data-row-id]')
