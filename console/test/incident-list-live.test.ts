import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assignIncident } from '../../server/src/incidents/change/assign.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { browser, refuseNews, serverUrl } from './support/browser.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { holdBack } from './support/hold-back.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { startSilencingProxy } from './support/silencing-proxy.ts'

const open = browser()
const newOrganization = organizations()

const topmost = (page: Page) => rowsOf(page).first().getByRole('link').textContent()

/** Waits until the page's stream is open: what is created from then on, it is told. */
async function openFollowing(path: string, as: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open('about:blank', as)
  const following = page.waitForResponse((response) => response.url().endsWith('/api/console/events'))
  await page.goto(path)
  await following
  return page
}

test('an Incident from the external API comes into an open list by itself', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const page = await openFollowing('/incidents', { as: member })
  await rowsOf(page).getByText('Before').waitFor()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await createExternally(key, { name: 'From outside' })
  await rowsOf(page).getByText('From outside').waitFor()
  await expect.poll(() => topmost(page)).toBe('From outside')
  await page.getByText('2 Incidents', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('an Incident that the filters leave out does not appear, one that they take in does', async () => {
  const { key, member } = await newOrganization()
  const page = await openFollowing('/incidents?priority=CRITICAL', { as: member })
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await createExternally(key, { name: 'Left out', priority: 'MINOR' })
  await createExternally(key, { name: 'Taken in', priority: 'CRITICAL' })
  await rowsOf(page).getByText('Taken in').waitFor()
  await expect.poll(() => rowsOf(page).getByRole('link').allTextContents()).toEqual(['Taken in'])
})

test('what is looked at and what is selected stay when others come in above, and a button leads to them', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 300)
  const page = await openFollowing('/incidents', { as: member })
  await page.getByRole('checkbox', { name: 'Select Copy 300' }).click()
  await page.evaluate(() => window.scrollTo(0, 40 * 44))
  const looked = rowsOf(page).filter({ hasText: 'Copy 255' })
  await looked.waitFor()
  const before = await looked.boundingBox()

  for (const name of ['New 1', 'New 2', 'New 3']) await createExternally(key, { name })
  await page.getByRole('button', { name: 'Show 3 new Incidents' }).waitFor()
  expect(await looked.boundingBox()).toEqual(before)
  await page.getByText('1 selected').waitFor()

  await page.getByRole('button', { name: 'Show 3 new Incidents' }).click()
  await rowsOf(page).getByText('New 3').waitFor()
  await expect.poll(() => topmost(page)).toBe('New 3')
  await page.getByRole('button', { name: 'Show 3 new Incidents' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('checkbox', { name: 'Select Copy 300' }).isChecked()).toBe(true)
})

/** Loads rows until this one is there. */
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

test('a change by a colleague shows in its row, also far down', async () => {
  const { key, scope, member } = await newOrganization()
  const incident = await createExternally(key, { name: 'Copy 0' })
  await multiplyIncident(scope, incident, 150)
  const colleague = await signInAs(serverUrl(), scope, 'member')
  const page = await openFollowing('/incidents', { as: member })
  const row = await loadDownTo(page, 'Copy 0')
  await row.getByText('Unassigned').waitFor()
  await colleague.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId: colleague.user.id } })
  await expect.poll(() => row.textContent()).toContain(colleague.user.name)
})

test('many changes further down are read page by page, not one by one', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 150)
  const colleague = await signInAs(serverUrl(), scope, 'member')
  const page = await openFollowing('/incidents', { as: member })
  const row = await loadDownTo(page, 'Copy 0')
  const readSingly: string[] = []
  page.on('request', (request) => {
    if (/\/incidents\/[0-9a-f-]{36}$/.test(request.url())) readSingly.push(request.url())
  })
  const incidentIds = (await listExternally(key)).slice(-80).map(({ id }) => id)
  // At once: of changes that come in one by one, each may be read before the next is heard of.
  await scope.transaction(async (inner) => {
    for (const id of incidentIds) await assignIncident(inner, id, colleague.user.id)
  })
  await row.getByText(colleague.user.name).waitFor()
  expect(readSingly.length).toBeLessThan(incidentIds.length / 2)
})

test('what comes in while further rows are on their way stays when those are there', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 150)
  const page = await openFollowing('/incidents', { as: member })
  await rowsOf(page).first().waitFor()
  const further = await holdBack(page, 'GET', '**/api/console/incidents?*cursor=*')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await further.hasBegun
  const head = page.waitForResponse((response) => /\/incidents\?(?!.*cursor=)/.test(response.url()))
  await createExternally(key, { name: 'From outside' })
  await (await head).finished()
  further.release()
  await page.getByRole('button', { name: 'Show 1 new Incident' }).click()
  await expect.poll(() => topmost(page)).toBe('From outside')
})

test('what a read that failed would have shown is there by itself once reading works again', async () => {
  const { key, member } = await newOrganization()
  const page = await openFollowing('/incidents', { as: member })
  await createExternally(key, { name: 'Before' })
  await rowsOf(page).getByText('Before').waitFor()
  let refused = 0
  let isRefusing = true
  await page.route('**/api/console/incidents?*', (route) => {
    if (!isRefusing) return route.fallback()
    refused += 1
    return route.fulfill({ status: 429, body: '{}' })
  })
  await createExternally(key, { name: 'Meanwhile' })
  // The rows that are new, then all of them.
  await expect.poll(() => refused).toBeGreaterThanOrEqual(2)
  isRefusing = false
  await rowsOf(page).getByText('Meanwhile').waitFor()
  await page.getByText('2 Incidents', { exact: true }).waitFor()
})

test('a connection that is lost is told of, and what was missed is there when it is back', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const page = await open('about:blank', { as: member })
  const letHear = await refuseNews(page)
  await page.goto('/incidents')
  await rowsOf(page).getByText('Before').waitFor()
  await page.getByText('No connection to the server.').waitFor()
  await createExternally(key, { name: 'Meanwhile' })
  letHear()
  await rowsOf(page).getByText('Meanwhile').waitFor()
  await page.getByText('No connection to the server.').waitFor({ state: 'detached' })
})

test('a connection that falls silent without an end is replaced, and what was missed is there', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before' })
  const { url, silence } = await startSilencingProxy()
  const page = await open('about:blank', { as: member, server: url })
  await page.clock.install()
  const following = page.waitForResponse((response) => response.url().endsWith('/api/console/events'))
  await page.goto('/incidents')
  await following
  await createExternally(key, { name: 'Heard' })
  await rowsOf(page).getByText('Heard').waitFor()
  silence()
  await createExternally(key, { name: 'Meanwhile' })
  await page.clock.fastForward('00:45')
  await expect.poll(() => topmost(page)).toBe('Meanwhile')
})

test('a session that ends elsewhere leads the open page to the sign-in by itself', async () => {
  const { member } = await newOrganization()
  const page = await openFollowing('/incidents', { as: member })
  await page.getByRole('heading', { name: 'No Incidents yet' }).waitFor()
  const other = await open('/incidents', { as: member })
  await other.getByRole('button', { name: 'Account Maren Member' }).click()
  await other.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
