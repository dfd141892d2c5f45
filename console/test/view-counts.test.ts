import type { IncidentDetails } from '@tocsin/contract/api/incident-change.ts'
import { expect, test } from 'vitest'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { callExternally, createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { saveView, viewLink } from './support/views.ts'

const open = browser()
const newOrganization = organizations()

test.each(['light', 'dark'] as const)(
  'the navigation shows how many incidents each view has, in the %s colour scheme',
  async (colorScheme) => {
    const { key, member } = await newOrganization()
    await createExternally(key, { priority: 'CRITICAL' })
    await createExternally(key, { priority: 'MINOR' })
    const page = await open('/incidents?priority=MINOR', { as: member, colorScheme })
    for (const name of ['Unassigned 2', 'Mine 0', 'Critical 1']) await viewLink(page, name).waitFor()
    await saveView(page, 'Small ones')
    await viewLink(page, 'Small ones 1').waitFor()
    await expectNoAxeViolations(page)
  },
)

test('a change by somebody else updates the counts of all views with one request', async () => {
  const { key, member } = await newOrganization()
  const page = await open('/overview', { as: member })
  await viewLink(page, 'Unassigned 0').waitFor()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/views/counts')) requests.push(request.postData() ?? '')
  })
  const priorities = ['CRITICAL', 'MINOR', 'MINOR', 'MINOR', 'MINOR', 'MINOR', 'MINOR', 'MINOR'] as const
  for (const priority of priorities) await createExternally(key, { priority })
  await viewLink(page, 'Unassigned 8').waitFor()
  await viewLink(page, 'Critical 1').waitFor()
  // One request may follow when the connection for live updates opens. Changes within a few seconds share one request.
  expect(requests.length).toBeLessThanOrEqual(4)
  for (const request of requests) expect((JSON.parse(request) as { queries: string[] }).queries).toHaveLength(3)
})

test('after midnight, an open list of today’s incidents and the count of its view leave out those of the day before', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Before midnight' })
  const page = await open('about:blank', { as: member })
  await page.clock.install({ time: new Date().setHours(23, 59, 0) })
  await page.goto('/incidents?createdFrom=today')
  await rowsOf(page).getByText('Before midnight').waitFor()
  await saveView(page, 'New today')
  await viewLink(page, 'New today 1').waitFor()
  await page.clock.fastForward('02:00')
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await viewLink(page, 'New today 0').waitFor()
})

test('once a state counts as closed, the views of open incidents no longer count its incidents', async () => {
  const { key, administrator } = await newOrganization()
  const { id } = await createExternally(key)
  const { nextStates } = await callExternally<IncidentDetails>(key, 'GET', `/incidents/${id}`)
  const resolved = nextStates.find(({ name }) => name === 'Resolved')!
  await callExternally(key, 'PATCH', `/incidents/${id}`, { stateId: resolved.id })
  const page = await open('/workflow', { as: administrator })
  await viewLink(page, 'Unassigned 1').waitFor()
  const states = page.getByRole('region', { name: 'States' })
  await states.getByRole('button', { name: /^Resolved / }).click()
  await states.getByRole('checkbox', { name: 'Counts as closed' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Workflow saved.').waitFor()
  await viewLink(page, 'Unassigned 0').waitFor()
})

test('the count of a view goes up to 1,000 incidents, and is then shown as 1,000+', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, {}), 1_000)
  const page = await open('/incidents', { as: member })
  await viewLink(page, 'Unassigned 1,000+').waitFor()
  expect(await viewLink(page, /^Critical/).textContent()).toMatch(/^Critical\s+\d+$/)
})

test('a view with filters that no longer exist has no count, and opens without these filters', async () => {
  const { scope, key, member } = await newOrganization()
  await createExternally(key, { name: 'Lamp out', priority: 'MAJOR' })
  const page = await open('/incidents?priority=MAJOR', { as: member })
  await saveView(page, 'Ours')
  await viewLink(page, 'Ours 1').waitFor()
  await scope.database
    .updateTable('views')
    .set({ query: 'priority=MAJOR&colour=red' })
    .where('organization_id', '=', scope.organizationId)
    .execute()
  await page.reload()
  await viewLink(page, 'Unassigned 1').waitFor()
  await viewLink(page, 'Ours').click()
  await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor()
  await page.getByRole('link', { name: 'Lamp out' }).waitFor()
})
