import type { Page } from 'playwright-core'

/** Returns the row with this name in the table of users, locations or points. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses in the control “Show” which rows the table shows: those in use, the archived rows, or all rows. */
export const show = (page: Page, which: 'In use' | 'Archived' | 'All') =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(which, { exact: true }).click()

/** Opens the menu of the row with this name and chooses an action. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
