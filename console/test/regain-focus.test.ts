import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { saveView } from './support/views.ts'
import { addEndpoint } from './support/webhook-endpoint.ts'

const open = browser()
const { administrator, member, key, scope } = await organizations()()

/** Presses a button by keyboard. A click could leave the focus elsewhere. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

async function expectFocusOnContent(page: Page): Promise<void> {
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
}

test('after “Assign to me”, the assignee has the focus, because the pressed button disappears', async () => {
  const { id } = await createExternally(key)
  const page = await open(`/incidents/${id}`, { as: member })
  await press(page.getByRole('button', { name: 'Assign to me' }))
  await page.getByText('Assigned.').waitFor()
  expect(await hasFocus(page.getByRole('button', { name: `Assignee: ${member.name}` }))).toBe(true)
})

test('after “Clear the selection”, the page has the focus, because the bar of the selection disappears', async () => {
  await createExternally(key)
  const page = await open('/incidents', { as: member })
  await rowsOf(page).first().getByRole('checkbox').press(' ')
  const clear = page.getByRole('button', { name: 'Clear the selection' })
  await press(clear)
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
  expect(await clear.count()).toBe(0)
})

test('after a view is saved, the page has the focus, because the button “Save view” disappears', async () => {
  const page = await open('/incidents?priority=MAJOR', { as: member })
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await saveView(page, 'Major')
  await expectFocusOnContent(page)
})

test('the page of a webhook endpoint keeps the focus after the endpoint is tested, paused and resumed', async () => {
  const page = await open(`/webhooks/${await addEndpoint(scope)}`, { as: administrator })
  const sendTest = page.getByRole('button', { name: 'Send a test' })
  await press(sendTest)
  await page.getByText('The test did not arrive').waitFor()
  await expect.poll(() => hasFocus(sendTest)).toBe(true)
  await press(page.getByRole('button', { name: 'Pause' }))
  const resume = page.locator('#content').getByRole('button', { name: 'Resume' })
  await resume.waitFor()
  await expectFocusOnContent(page)
  await sendTest.focus()
  await press(resume)
  await resume.waitFor({ state: 'detached' })
  await expectFocusOnContent(page)
})
