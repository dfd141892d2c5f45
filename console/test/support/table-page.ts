import type { Page } from 'playwright-core'

/** On the pages of users, Locations and Points: the row of one of them. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses which of them are shown. */
export const show = (page: Page, which: 'In use' | 'Archived' | 'All') =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(which, { exact: true }).click()

/** Chooses from the menu of one of them. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
