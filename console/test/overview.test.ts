import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { currentConfiguration } from '../../server/src/configuration/published.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { applyTemplate } from '../../server/src/templates/apply.ts'
import { findStates } from '../../server/src/workflow/state-queries.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { browser, focusedText } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { expectNoLayoutShift } from './support/layout-shift.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

async function move(scope: OrganizationScope, { id }: IncidentResponse, name: string) {
  const state = (await findStates(scope)).find((candidate) => candidate.name === name)!
  await changeIncident(scope, id, { stateId: state.id })
}

/**
 * Creates an organization with four open incidents and one closed incident. Of the four open incidents, one is in
 * another state than the other three, and one has an assignee and no location.
 */
async function newBusyOrganization() {
  const organization = await newOrganization()
  const { scope, key } = organization
  const [harbour, market] = [
    await addLocation(scope, { name: 'Harbour' }),
    await addLocation(scope, { name: 'Market' }),
  ]
  const critical = await createExternally(key, { name: 'Fire door', priority: 'CRITICAL', locationId: market.id })
  const moved = await createExternally(key, { name: 'Freezer', priority: 'MINOR', locationId: market.id })
  const normal = await createExternally(key, { name: 'Till', locationId: harbour.id })
  const assigned = await createExternally(key, { name: 'Lift' })
  const closed = await createExternally(key, { name: 'Window', priority: 'CRITICAL', locationId: market.id })
  await move(scope, moved, 'In progress')
  await move(scope, closed, 'Closed')
  await changeIncident(scope, assigned.id, { assigneeId: scope.actorId })
  return { ...organization, critical, moved, normal, assigned, closed }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name })
const linksIn = async (page: Page, name: string) => {
  await panel(page, name).getByRole('link').first().waitFor()
  const links = await panel(page, name).getByRole('listitem').getByRole('link').all()
  return Promise.all(links.map((link) => link.innerText().then((text) => text.replaceAll(/\s+/g, ' '))))
}

/** Follows a link of the overview to the incident list. @returns the names of the incidents that the list reads. */
async function listedBy(page: Page, link: string): Promise<string[]> {
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/console/incidents')
  await page.getByRole('link', { name: link }).click()
  const { data } = (await (await listed).json()) as { data: IncidentResponse[] }
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  return data.map(({ name }) => name!)
}

describe('the overview page', () => {
  test('each number of incidents on the overview links to a list of exactly the counted incidents', async () => {
    const { member } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    await expect
      .poll(() => linksIn(page, 'Open by priority'))
      .toEqual([
        'Critical 1 open incident',
        'Major 0 open incidents',
        'Normal 2 open incidents',
        'Minor 1 open incident',
      ])
    await expect
      .poll(() => linksIn(page, 'Open by state'))
      .toEqual(['Open 3 open incidents', 'In progress 1 open incident', 'Resolved 0 open incidents'])
    await expect
      .poll(() => linksIn(page, 'Locations with the most open incidents'))
      .toEqual(['Market 2 open incidents', 'Harbour 1 open incident'])
    const expected = {
      '4 open incidents': ['Lift', 'Till', 'Freezer', 'Fire door'],
      'Critical 1 open incident': ['Fire door'],
      'Normal 2 open incidents': ['Lift', 'Till'],
      'In progress 1 open incident': ['Freezer'],
      'Market 2 open incidents': ['Freezer', 'Fire door'],
      'All unassigned': ['Fire door', 'Freezer', 'Till'],
      'Recently closed': ['Window'],
    }
    for (const [link, names] of Object.entries(expected)) {
      expect(await listedBy(page, link)).toEqual(names)
      await page.goBack()
    }
  })

  test('the overview shows opened and closed incidents per day as a chart, a sentence and a table', async () => {
    const { member } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    const days = panel(page, 'Opened and closed')
    await days.getByText('In the last 30 days, 5 were opened and 1 closed.').waitFor()
    await days.getByRole('button', { name: 'Show the numbers' }).click()
    const rows = days.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(31)
    await expect.poll(() => rows.nth(1).getByRole('cell').allTextContents()).toEqual(['5', '1'])
    await expect.poll(() => rows.nth(2).getByRole('cell').allTextContents()).toEqual(['0', '0'])
    await expectNoAxeViolations(page)
    expect(await listedBy(page, '5 incidents opened')).toEqual(['Window', 'Lift', 'Till', 'Freezer', 'Fire door'])
  })

  test('the chart of the overview has one scale for opened and closed incidents, with round numbers at equal distances', async () => {
    const { member } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    const chart = panel(page, 'Opened and closed').locator('figure')
    const numbers = async () => (await chart.innerText()).split('\n').filter((text) => /^\d+$/.test(text))
    await expect.poll(numbers).toEqual(['6', '4', '2', '0', '2'])
    const barHeights = chart
      .locator('a')
      .last()
      .evaluate((day) => [...day.querySelectorAll('span')].slice(0, 2).map((bar) => bar.clientHeight))
    const [opened, closed] = await barHeights
    expect(opened! / closed!).toBeCloseTo(5, 0)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })

  test('the overview lists the oldest unassigned incidents, each with a link to the incident', async () => {
    const { member, critical } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    const oldest = panel(page, 'Waiting longest for an assignee').getByRole('listitem').getByRole('link')
    await oldest.first().waitFor()
    const names = () => oldest.evaluateAll((links) => links.map((link) => link.firstElementChild?.textContent))
    await expect.poll(names).toEqual(['Fire door', 'Freezer', 'Till'])
    await oldest.first().click()
    await page.waitForURL(`**/incidents/${critical.id}`)
  })

  test('the overview counts a new incident without a reload', async () => {
    const { member, key } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    await page.getByRole('link', { name: '4 open incidents' }).waitFor()
    await createExternally(key, { priority: 'MAJOR' })
    await page.getByRole('link', { name: 'Major 1 open incident' }).waitFor()
    await page.getByRole('link', { name: '5 open incidents' }).waitFor()
  })

  test('the bars of the overview are links to incident lists, which Tab focuses and Enter opens', async () => {
    const { member } = await newBusyOrganization()
    const page = await open('/overview', { as: member })
    await page.getByRole('link', { name: '4 open incidents' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedText(page)).toMatch(/^Critical/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/incidents?*priority=CRITICAL*')
  })

  test('an overview that failed to load shows the problem and loads after a retry', async () => {
    const { member } = await newBusyOrganization()
    const page = await open('/incidents', { as: member })
    const problem = { code: 'internal', title: 'Fault', status: 500, detail: 'It did not work.', requestId: 'r-1' }
    await answerFirstRequest(page, 'GET', '**/api/console/overview*', (route) =>
      route.fulfill({ status: 403, json: problem }),
    )
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('alert').getByText('It did not work.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: '4 open incidents' }).waitFor()
  })

  test('JavaScript in names on the overview is shown as text and never runs', async () => {
    const { member, scope, key } = await newOrganization()
    const name = '<img src=x onerror="window.hostile=true">'
    const { id } = await addLocation(scope, { name })
    await createExternally(key, { name, locationId: id })
    const page = await open('/overview', { as: member })
    await panel(page, 'Waiting longest for an assignee').getByText(name).waitFor()
    await panel(page, 'Locations with the most open incidents').getByText(name).waitFor()
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  })

  test.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'the overview fits a %s in the %s colour scheme and has no accessibility violation',
    async (screen, colorScheme) => {
      const { member, scope, key } = await newBusyOrganization()
      const { id } = await addLocation(scope, { name: `A Location ${'with-a-long-name-'.repeat(8)}` })
      await createExternally(key, { name: 'x'.repeat(200), locationId: id })
      const page = await open('/overview', { as: member, screen, colorScheme })
      await page.getByRole('link', { name: '5 open incidents' }).waitFor()
      await expectNoLayoutShift(page, () => page.getByRole('link', { name: '5 open incidents' }).waitFor())
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  )
})

describe('overview of a new organization', () => {
  test('an administrator of a new organization sees the first steps, and each completed step is ticked off', async () => {
    const { administrator, scope, key } = await newOrganization()
    const page = await open('/overview', { as: administrator })
    const steps = panel(page, 'Getting started')
    // Two steps are done, because the organization has an API key, and a member besides the administrator.
    await steps.getByText('2 of 5 done').waitFor()
    expect(await page.getByRole('heading', { name: 'Nothing is open' }).count()).toBe(0)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    await addLocation(scope, { name: 'Harbour' })
    await createExternally(key)
    await page.reload()
    await steps.getByText('4 of 5 done').waitFor()
    await steps.getByRole('link', { name: 'Add your locations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor()
  })

  test('until all first steps are done, hidden first steps can be shown again from the overview and the account menu', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/overview', { as: administrator })
    const steps = panel(page, 'Getting started')
    await steps.getByRole('button', { name: 'Hide getting started' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
    expect(await steps.count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Getting started: 3 left' }).click()
    await steps.getByRole('button', { name: 'Hide getting started' }).click()

    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Getting started: 3 left' }).click()
    await steps.getByText('2 of 5 done').waitFor()

    await addLocation(scope, { name: 'Harbour' })
    await applyTemplate(scope, 'shops')
    await page.reload()
    await steps.getByText('4 of 5 done').waitFor()
  })

  test('once an administrator hides the completed first steps, they can never be shown again', async () => {
    const { administrator, scope, key } = await newOrganization()
    const page = await open('/overview', { as: administrator })
    const steps = panel(page, 'Getting started')
    await steps.getByText('2 of 5 done').waitFor()
    await addLocation(scope, { name: 'Harbour' })
    await applyTemplate(scope, 'shops')
    const { types } = await currentConfiguration(scope)
    await createExternally(key, { typeId: types[2]!.id })
    await page.reload()
    await steps.getByText('You’re all set.').waitFor()
    await steps.getByRole('button', { name: 'Hide getting started' }).click()
    await page.reload()
    await page.getByRole('link', { name: '1 open incident' }).first().waitFor()
    expect(await page.getByText('Getting started').count()).toBe(0)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor()
    expect(await page.getByText('Getting started').count()).toBe(0)
  })

  test('a member of a new organization sees a link to the report form instead of the first steps', async () => {
    const { member } = await newOrganization()
    const page = await open('/overview', { as: member, screen: 'phone' })
    await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
    expect(await panel(page, 'Getting started').count()).toBe(0)
    await expectNoAxeViolations(page)
    await page.getByRole('main').getByRole('link', { name: 'Report an incident' }).click()
    await page.getByRole('heading', { level: 1, name: 'Report an incident' }).waitFor()
  })
})
