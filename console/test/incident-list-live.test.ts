import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { browser, blockLiveUpdates, serverUrl } from './support/browser.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations, type Account } from './support/organization.ts'
import { startSilencingProxy } from './support/silencing-proxy.ts'

const open = browser()
const newOrganization = organizations()

const topName = (page: Page) => rowsOf(page).first().getByRole('link').textContent()

/** Resolves once the page has opened a connection for live updates. */
const liveUpdatesOf = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/console/events'))

/**
 * Opens a page and waits until its stream of live updates is open.
 * @param prepare runs before the page loads.
 */
async function openWithLiveUpdates(
  path: string,
  as: Parameters<typeof open>[1],
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await open('about:blank', as)
  await prepare?.(page)
  const following = liveUpdatesOf(page)
  await page.goto(path)
  await following
  return page
}

/**
 * Opens the list through a proxy that can stop sending data without closing its connections. The test controls the
 * clock of the page.
 */
async function openBehindProxy(member: Account) {
  const { url, silence } = await startSilencingProxy()
  const page = await openWithLiveUpdates('/incidents', { as: member, server: url }, (opened) => opened.clock.install())
  return { page, silence }
}

test('an incident created through the external API appears in an open list without a reload', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const page = await openWithLiveUpdates('/incidents', { as: member })
  await rowsOf(page).getByText('Before').waitFor()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await createExternally(key, { name: 'From outside' })
  await rowsOf(page).getByText('From outside').waitFor()
  await expect.poll(() => topName(page)).toBe('From outside')
  await page.getByText('2 incidents', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('a new incident appears in an open list only if it matches the filters', async () => {
  const { key, member } = await newOrganization()
  const page = await openWithLiveUpdates('/incidents?priority=CRITICAL', { as: member })
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await createExternally(key, { name: 'Left out', priority: 'MINOR' })
  await createExternally(key, { name: 'Taken in', priority: 'CRITICAL' })
  await rowsOf(page).getByText('Taken in').waitFor()
  await expect.poll(() => rowsOf(page).getByRole('link').allTextContents()).toEqual(['Taken in'])
})

test('new incidents do not move a scrolled list or change its selection, and appear when the user clicks a button', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 300)
  const page = await openWithLiveUpdates('/incidents', { as: member })
  await page.getByRole('checkbox', { name: 'Select Copy 300' }).click()
  await page.evaluate(() => window.scrollTo(0, 40 * 36))
  const visibleRow = rowsOf(page).filter({ hasText: 'Copy 255' })
  await visibleRow.waitFor()
  const before = await visibleRow.boundingBox()

  for (const name of ['New 1', 'New 2', 'New 3']) await createExternally(key, { name })
  await page.getByRole('button', { name: 'Show 3 new incidents' }).waitFor()
  expect(await visibleRow.boundingBox()).toEqual(before)
  await page.getByText('1 selected').waitFor()

  await page.getByRole('button', { name: 'Show 3 new incidents' }).click()
  await rowsOf(page).getByText('New 3').waitFor()
  await expect.poll(() => topName(page)).toBe('New 3')
  await page.getByRole('button', { name: 'Show 3 new incidents' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('checkbox', { name: 'Select Copy 300' }).isChecked()).toBe(true)
})

/** Scrolls the list down with the keyboard until the row with this name is loaded. @returns the row with this name */
async function loadDownTo(page: Page, name: string): Promise<Locator> {
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('j')
  const row = rowsOf(page).filter({ hasText: name })
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return row.count()
    })
    .toBe(1)
  return row
}

test("a colleague's change of an incident far down an open list appears in its row", async () => {
  const { key, scope, member } = await newOrganization()
  const incident = await createExternally(key, { name: 'Copy 0' })
  await multiplyIncident(scope, incident, 150)
  const colleague = await signInAs(serverUrl(), scope, 'member')
  const page = await openWithLiveUpdates('/incidents', { as: member })
  const row = await loadDownTo(page, 'Copy 0')
  await row.getByText('Unassigned').waitFor()
  await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: colleague.user.id } })
  await expect.poll(() => row.textContent()).toContain(colleague.user.name)
})

test('many changed incidents far down the list are read in pages, not with one request for each incident', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 150)
  const colleague = await signInAs(serverUrl(), scope, 'member')
  const page = await openWithLiveUpdates('/incidents', { as: member })
  const row = await loadDownTo(page, 'Copy 0')
  const readSingly: string[] = []
  page.on('request', (request) => {
    if (/\/incidents\/[0-9a-f-]{36}$/.test(request.url())) readSingly.push(request.url())
  })
  const incidentIds = (await listExternally(key)).slice(-80).map(({ id }) => id)
  // Change all incidents in one transaction, so that the list receives all changes together. If the list received one
  // change at a time, it would read the changed incidents one by one.
  await scope.transaction(async (inner) => {
    for (const id of incidentIds) await changeIncident(inner, id, { assigneeId: colleague.user.id })
  })
  await row.getByText(colleague.user.name).waitFor()
  expect(readSingly.length).toBeLessThan(incidentIds.length / 2)
})

test('an incident that is created while the list loads more rows appears in the list', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 150)
  const page = await openWithLiveUpdates('/incidents', { as: member })
  await rowsOf(page).first().waitFor()
  const further = await delayRequests(page, 'GET', '**/api/console/incidents?*cursor=*')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await further.hasStarted
  const head = page.waitForResponse((response) => /\/incidents\?(?!.*cursor=)/.test(response.url()))
  await createExternally(key, { name: 'From outside' })
  await (await head).finished()
  further.release()
  await page.getByRole('button', { name: 'Show 1 new incident' }).click()
  await expect.poll(() => topName(page)).toBe('From outside')
})

test('if reading a new incident fails, the incident appears in the open list as soon as a request succeeds', async () => {
  const { key, member } = await newOrganization()
  const page = await openWithLiveUpdates('/incidents', { as: member })
  await createExternally(key, { name: 'Before' })
  await rowsOf(page).getByText('Before').waitFor()
  let rejectedReads = 0
  let isRejecting = true
  await page.route('**/api/console/incidents?*', (route) => {
    if (!isRejecting) return route.fallback()
    rejectedReads += 1
    return route.fulfill({ status: 429, body: '{}' })
  })
  await createExternally(key, { name: 'Meanwhile' })
  // Wait for two rejected requests: one for the new rows and, after its failure, one for all rows.
  await expect.poll(() => rejectedReads).toBeGreaterThanOrEqual(2)
  isRejecting = false
  await rowsOf(page).getByText('Meanwhile').waitFor()
  await page.getByText('2 incidents', { exact: true }).waitFor()
})

test('an open list reports a lost connection, and shows the missed incidents when the connection is back', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const page = await open('about:blank', { as: member })
  const unblock = await blockLiveUpdates(page)
  await page.goto('/incidents')
  await rowsOf(page).getByText('Before').waitFor()
  await page.getByText('No connection to the server.').waitFor()
  await createExternally(key, { name: 'Meanwhile' })
  unblock()
  await rowsOf(page).getByText('Meanwhile').waitFor()
  await page.getByText('No connection to the server.').waitFor({ state: 'detached' })
})

test('a connection for live updates without data for 45 seconds is replaced, and the list shows the missed incidents', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const { page, silence } = await openBehindProxy(member)
  await createExternally(key, { name: 'Heard' })
  await rowsOf(page).getByText('Heard').waitFor()
  silence()
  await createExternally(key, { name: 'Meanwhile' })
  await page.clock.fastForward('00:45')
  await expect.poll(() => topName(page)).toBe('Meanwhile')
})

test.each([
  ['the page is shown again', 'document', 'visibilitychange'],
  ['the network is back', 'window', 'online'],
] as const)(
  'after a sleep of the computer, the list opens another connection as soon as %s',
  async (_moment, target, event) => {
    const { key, member } = await newOrganization()
    await createExternally(key, { name: 'Before' })
    const { page, silence } = await openBehindProxy(member)
    await rowsOf(page).getByText('Before').waitFor()
    silence()
    // While a computer sleeps, its clock continues, but the timers of pages do not.
    await page.clock.pauseAt(Date.now() + 5_000)
    await page.clock.setSystemTime(Date.now() + 600_000)
    const reopened = liveUpdatesOf(page)
    await page.evaluate(([name, type]) => (name === 'document' ? document : window).dispatchEvent(new Event(type)), [
      target,
      event,
    ] as const)
    await reopened
    await page.clock.resume()
    await createExternally(key, { name: 'Afterwards' })
    await expect.poll(() => topName(page)).toBe('Afterwards')
  },
)

test('an open list is replaced by the sign-in page if the user chooses “Sign out everywhere” in another browser', async () => {
  const { member } = await newOrganization()
  const page = await openWithLiveUpdates('/incidents', { as: member })
  await page.getByRole('heading', { name: 'No incidents yet' }).waitFor()
  const other = await open('/incidents', { as: member })
  await other.getByRole('button', { name: 'Account Maren Member' }).click()
  await other.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
