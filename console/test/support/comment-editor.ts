import type { Locator, Page } from 'playwright-core'

/** Writes and sends a comment on the incident of the page. */
export async function sendComment(page: Page, message: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(message)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
}

/** Opens the editor of the user's only comment, and changes the message without saving. @returns the editor */
export async function changeComment(page: Page, message: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions for the comment by Maren Member' }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit comment' })
  await editor.fill(message)
  return editor
}
