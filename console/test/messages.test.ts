import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { details, incidentPages } from './support/incident-page.ts'

const { openIncident, key } = await incidentPages()

/** Opens an incident, focuses its button “Edit” and changes its assignee, so that a message with “Undo” appears. */
async function assign() {
  const page = await openIncident(await createExternally(key))
  await page.clock.install()
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  const message = page.getByRole('status').filter({ hasText: 'Assigned.' })
  await message.waitFor()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.focus()
  return { page, edit, message, undo: message.getByRole('button', { name: 'Undo' }) }
}

const passMinute = (page: Page) => page.clock.runFor('01:00')

test('a message stays while one of its buttons has the focus, and closes after the focus has left it', async () => {
  const { page, edit, message, undo } = await assign()
  await undo.focus()
  await passMinute(page)
  expect(await hasFocus(undo)).toBe(true)
  await edit.focus()
  await passMinute(page)
  await message.waitFor({ state: 'detached' })
})

test('after the user closes a message by keyboard, the focus returns to its former place', async () => {
  const { page, edit, message } = await assign()
  await message.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await passMinute(page)
  await message.waitFor({ state: 'detached' })
  expect(await hasFocus(edit)).toBe(true)
})
