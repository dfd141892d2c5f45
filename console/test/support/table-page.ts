import type { Page } from 'playwright-core'

/** Returns the row with this name on the pages of users, locations and points. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses which rows are shown. */
export const show = (page: Page, which: 'In use' | 'Archived' | 'All') =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(which, { exact: true }).click()

/** Chooses an action from the menu of a row. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
