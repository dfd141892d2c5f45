import type { View } from '@tocsin/contract/console/view.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import { findStates } from '../../server/src/workflow/state-queries.ts'
import { addState } from './support/add-state.ts'
import { column } from './support/board-page.ts'
import { browser, type OpenPage } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { saveView, viewLink } from './support/views.ts'

const open: OpenPage = browser()
const newOrganization = organizations()

const names = async (page: Page): Promise<string[]> =>
  (await rowsOf(page).getByRole('link').allTextContents()).toSorted()

async function withBoth() {
  const organization = await newOrganization()
  const { scope, key } = organization
  await createExternally(key, { name: 'Open one' })
  const closed = await createExternally(key, { name: 'Closed one' })
  const final = (await findStates(scope)).find(({ isFinal }) => isFinal)!
  await changeIncident(scope, closed.id, { stateId: final.id })
  return organization
}

async function addIncidentInNewState({ scope, key }: Awaited<ReturnType<typeof withBoth>>): Promise<void> {
  const { id } = await createExternally(key, { name: 'Waiting one' })
  await changeIncident(scope, id, { stateId: await addState(scope, 'Waiting') })
}

test('a saved view of all open incidents includes incidents in a state that was added after the view was saved', async () => {
  const organization = await withBoth()
  const page = await open('/incidents', { as: organization.member })
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('option', { name: 'All open' }).click()
  await page.waitForURL('**/incidents?state=open')
  await expect.poll(() => names(page)).toEqual(['Open one'])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('one')
  await saveView(page, 'Ours')
  const { data } = (await (await page.request.get('/api/console/views')).json()) as { data: View[] }
  expect(data.map(({ query }) => query)).toEqual(['q=one&state=open'])

  await addIncidentInNewState(organization)
  await page.goto('/incidents')
  await viewLink(page, /^Ours/).click()
  await expect.poll(() => names(page)).toEqual(['Open one', 'Waiting one'])
  await page.getByText('2 incidents', { exact: true }).waitFor()
})

test('the console first shows the open incidents, and the link “Incidents” of the navigation shows them too', async () => {
  const { member } = await withBoth()
  const page = await open('/', { as: member })
  await expect.poll(() => names(page)).toEqual(['Open one'])
  await page.getByRole('button', { name: 'Remove filter State: All open' }).click()
  await expect.poll(() => names(page)).toEqual(['Closed one', 'Open one'])
  await page.getByRole('navigation').getByRole('link', { name: 'Incidents' }).click()
  await expect.poll(() => names(page)).toEqual(['Open one'])
})

test('choosing “All closed”, “All open” or a single state replaces the former choice of the state filter', async () => {
  const { member } = await withBoth()
  const page = await open('/incidents?state=open', { as: member })
  await expect.poll(() => names(page)).toEqual(['Open one'])
  await page.getByRole('button', { name: 'State' }).first().click()
  await page.getByRole('option', { name: 'All closed' }).click()
  await page.waitForURL('**/incidents?state=closed')
  await expect.poll(() => names(page)).toEqual(['Closed one'])
  await page.getByRole('option', { name: 'Open', exact: true }).click()
  await page.waitForURL('**/incidents?stateId=*')
  expect(new URL(page.url()).searchParams.has('state')).toBe(false)
  await page.getByRole('option', { name: 'All open' }).click()
  await page.waitForURL('**/incidents?state=open')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter State: All open' }).click()
  await page.waitForURL('**/incidents')
})

test('the board with the filter state=open has columns only for open states, including an added state', async () => {
  const organization = await withBoth()
  await addState(organization.scope, 'Waiting')
  const page = await open('/board?state=open', { as: organization.member })
  await column(page, 'Waiting').waitFor()
  expect(await column(page, 'Closed').count()).toBe(0)
  await page.goto('/board?state=closed')
  await column(page, 'Closed').waitFor()
  expect(await column(page, 'Open').count()).toBe(0)
})

test('the overview links to all open incidents, including incidents in a state that was just added', async () => {
  const organization = await withBoth()
  const page = await open('/overview', { as: organization.member })
  await addIncidentInNewState(organization)
  await page.getByRole('link', { name: '2 open incidents' }).first().click()
  await page.waitForURL('**/incidents?state=open')
  await expect.poll(() => names(page)).toEqual(['Open one', 'Waiting one'])
})

describe('unknown and impossible search parameters', () => {
  const pages = [
    '/incidents',
    '/board',
    '/overview',
    '/incidents/new',
    '/configuration',
    '/configuration/draft',
    '/configuration/1',
    '/directory',
    '/users',
    '/workflow',
    '/keys',
  ]
  const foreign = 'utm_source=mail&fbclid=x&utm_source=2&__proto__=1&limit=999&cursor=x&=y'

  test.each(pages)('the URL %s shows its page without an error, even with unknown search parameters', async (path) => {
    const { administrator } = await withBoth()
    const page = await open(`${path}?${foreign}`, { as: administrator })
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByText('Try again').count()).toBe(0)
  })

  test.each(['/incidents', '/board', '/directory', '/users', '/configuration'])(
    'the URL %s shows its page without an error, even if the values of search parameters are invalid',
    async (path) => {
      const { administrator } = await withBoth()
      const values =
        'state=ajar&priority=URGENT&stateId=7&tags=%00&q=%00&startAt=x&sort=colour&assigned=x&page=-1&tab=x&show=x'
      const page = await open(`${path}?${values}`, { as: administrator })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('alert').count()).toBe(0)
    },
  )

  test('unknown search parameters do not filter the incident list', async () => {
    const { member } = await withBoth()
    const page = await open(`/incidents?${foreign}`, { as: member })
    await expect.poll(() => names(page)).toEqual(['Closed one', 'Open one'])
    expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(0)
  })

  test.each(['/sign-in', '/set-up'])(
    'the URL %s shows its page to a visitor, even with unknown search parameters',
    async (path) => {
      const page = await open(`${path}?${foreign}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  )
})
