import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Link of the navigation that opens a view. Its name ends with the number of incidents, if the view has one. */
export const viewLink = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Views' }).getByRole('link', { name, exact: true })

/** Saves the filters of the open list or board as a view, and waits until the view is open. */
export async function saveView(page: Page, name: string, { shared = false, button = 'Save view' } = {}): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  if (shared) await dialog.getByRole('switch', { name: 'Share with everybody' }).press(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`View “${name}” saved`).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Opens the dialog in which users manage their views. */
export async function manageViews(page: Page) {
  await page.getByRole('button', { name: 'Manage views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your views' })
  await dialog.waitFor()
  return dialog
}

/** Chooses the start view in the dialog of views, and waits until the server has stored the choice. */
export async function startWith(dialog: Locator, name: string): Promise<void> {
  const stored = dialog.page().waitForResponse('**/api/console/views/preferences')
  await dialog.getByLabel('Open Tocsin with').selectOption(name)
  expect((await stored).status()).toBe(200)
}

/** Deletes a view in the dialog, and waits until the page reports the deletion. */
export async function deleteView(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog.getByRole('button', { name: `Really delete ${name}?` }).click()
  await dialog.page().getByText(`View “${name}” deleted`).waitFor()
}

/**
 * Answers requests for view counts in place of the server. These requests carry the CSRF token, so a test of an
 * outdated token needs this: the server could otherwise reject one of them before the write under test. Reloads the
 * page, so that no earlier request is still on its way.
 */
export async function answerViewCounts(page: Page): Promise<void> {
  await page.route('**/api/console/views/counts', (route) => route.fulfill({ json: { counts: [] } }))
  await page.reload()
}
