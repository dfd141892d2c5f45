import { expect, test } from 'vitest'
import { changeSettings } from '../../server/src/organizations/settings.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

const save = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('button', { name: 'Save' }).click()

test('times in the console follow the time zone that an administrator chose', async () => {
  const { administrator, member, key } = await newOrganization()
  await createExternally(key, { name: 'Door jams', occurredAt: '2026-02-28T20:30:00.000Z' })
  const page = await open('/organization', { as: administrator })
  await page.getByLabel('Name').fill('Corner shops')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('auckland')
  await page.keyboard.press('Enter')
  await page.getByText(/It’s .* there now/).waitFor()
  await save(page)
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('navigation').getByText('Corner shops').waitFor()

  const other = await open('/incidents', { as: member })
  await rowsOf(other).getByRole('link', { name: 'Door jams' }).click()
  await other.getByText('1 Mar 2026, 09:30').waitFor()
})

test('the age of an open incident turns amber and red by the thresholds of its priority', async () => {
  const { administrator, key } = await newOrganization()
  await createExternally(key, { name: 'Door jams', priority: 'CRITICAL' })
  const page = await open('/organization', { as: administrator })
  await page.clock.install()
  await page.getByLabel('Critical: amber after').selectOption('15 minutes')
  await page.getByLabel('Critical: red after').selectOption('30 minutes')
  await save(page)
  await page.getByText('Settings saved.').waitFor()

  await page.goto('/incidents')
  const row = rowsOf(page)
  await row.getByText('now', { exact: true }).waitFor()
  expect(await row.getByLabel('Getting old').count()).toBe(0)
  await page.clock.fastForward('16:00')
  await row.getByLabel('Getting old').waitFor()
  await page.clock.fastForward('15:00')
  await row.getByLabel('Overdue').waitFor()
  await expectNoAxeViolations(page)
})

test('saving the settings keeps a name that somebody else has given the organization since the page opened', async () => {
  const { administrator, member, scope } = await newOrganization()
  const page = await open('/organization', { as: administrator })
  await page.getByLabel('Minor: red after').selectOption('Never')
  await changeSettings(scope, { name: 'Corner shops' })
  // Announce a sign-in in another tab, so that the page reads the session again.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  await page.evaluate(() => new BroadcastChannel('tocsin-sign-in').postMessage(undefined))
  await page.getByRole('navigation').getByText('Corner shops').waitFor()
  await save(page)
  await page.getByText('Settings saved.').waitFor()
  const other = await open('/incidents', { as: member })
  await other.getByRole('navigation').getByText('Corner shops').waitFor()
})

test('a name that is typed while the settings are being saved stays in the form', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/organization', { as: administrator })
  const delayed = await delayRequests(page, 'PATCH', '**/api/console/organization')
  await page.getByLabel('Name').fill('Corner shop')
  await save(page)
  await delayed.hasStarted
  await page.getByLabel('Name').fill('Corner shops')
  delayed.release()
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('navigation').getByText('Corner shop', { exact: true }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Corner shops')
})

test('the console asks before it opens another page without the changed settings', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/organization', { as: administrator })
  await page.getByLabel('Minor: red after').selectOption('Never')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Minor: red after').inputValue()).toBe('never')
  await save(page)
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})

test('thresholds in the wrong order and a blank name are marked and not saved', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/organization', { as: administrator })
  let isSent = false
  page.on('request', (request) => (isSent ||= request.method() === 'PATCH'))
  await page.getByLabel('Critical: red after').selectOption('15 minutes')
  await page.getByText('Red can’t come before amber.').waitFor()
  await save(page)
  await page.getByLabel('Critical: red after').selectOption('Never')
  await page.getByLabel('Name').fill(' ')
  await save(page)
  await expect.poll(() => hasFocus(page.getByLabel('Name'))).toBe(true)
  expect(isSent).toBe(false)
})

test.each(['desktop', 'phone'] as const)('the settings and the details of the server fit a %s', async (screen) => {
  const { administrator } = await newOrganization()
  const page = await open('/organization', { as: administrator, screen })
  await page.getByLabel('Minor: red after').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/about')
  await expect.poll(() => page.getByLabel('Details of this server').inputValue()).toMatch(/^Tocsin: \d.*PostgreSQL \d/s)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})
