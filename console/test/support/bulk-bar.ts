import type { Page } from 'playwright-core'

/** Bar with the actions for the selected incidents. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected incidents' })

/** Moves the selected incidents to a state. */
export async function moveSelected(page: Page, state: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('option', { name: state }).click()
}
