import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { changeIncident } from '../src/incidents/change/change.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { readOverview } from '../src/overview/read.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { findStates } from '../src/workflow/state-queries.ts'
import type { Call } from './support/caller.ts'
import { newIncident, startTestServer } from './support/harness.ts'

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  const member = await organization.signIn('member')
  const states = await findStates(member.scope)
  return {
    ...organization,
    member,
    move: (incident: IncidentResponse, name: string) =>
      changeIncident(member.scope, incident.id, { stateId: states.find((state) => state.name === name)!.id }),
  }
}

const read = (call: Call, query = '') => call<Overview>('GET', `/overview${query}`)

const hourMs = 3_600_000

/** Sets the time of the creation and of all events of an incident to `at`. */
async function backdate(scope: OrganizationScope, { id }: IncidentResponse, at: Date): Promise<void> {
  const instant = at.toISOString()
  const mine = { organization_id: scope.organizationId }
  await scope.database
    .updateTable('incidents')
    .set({ created_at: instant })
    .where((is) => is.and({ ...mine, id }))
    .execute()
  await scope.database
    .updateTable('events')
    .set({ at: instant })
    .where((is) => is.and({ ...mine, incident_id: id }))
    .execute()
}

const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

describe('the overview', () => {
  test('the overview contains only zeros for an organization without incidents', async () => {
    const { member } = await newTenant()
    const { status, body } = await read(member.call)
    expect(status).toBe(200)
    expect(body).toMatchObject({ openCount: 0, busiestLocations: [], oldestUnassigned: [] })
    expect(body.openByPriority.map(({ priority }) => priority)).toEqual(['CRITICAL', 'MAJOR', 'NORMAL', 'MINOR'])
    expect(body.openByState.map(({ name, count }) => [name, count])).toEqual([
      ['Open', 0],
      ['In progress', 0],
      ['Resolved', 0],
    ])
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({ date: dayIn('UTC', new Date()), created: 0, closed: 0 })
  })

  test('counts open incidents by priority, state and location, but not closed or deleted incidents', async () => {
    const { call, member, move, scope } = await newTenant()
    const [harbour, market] = [
      await addLocation(scope, { name: 'Harbour' }),
      await addLocation(scope, { name: 'Market' }),
    ]
    await newIncident(call, { priority: 'CRITICAL', locationId: market.id })
    await move(await newIncident(call, { priority: 'MINOR', locationId: market.id }), 'In progress')
    await newIncident(call, { locationId: harbour.id })
    await newIncident(call)
    await move(await newIncident(call, { locationId: harbour.id }), 'Closed')
    await deleteIncident(scope, (await newIncident(call, { locationId: harbour.id })).id)

    const { body } = await read(member.call)
    expect(body.openCount).toBe(4)
    expect(body.openByPriority.map(({ count }) => count)).toEqual([1, 0, 2, 1])
    expect(body.openByState.map(({ name, count }) => [name, count])).toEqual([
      ['Open', 3],
      ['In progress', 1],
      ['Resolved', 0],
    ])
    expect(body.busiestLocations).toEqual([
      { locationId: market.id, name: 'Market', openCount: 2 },
      { locationId: harbour.id, name: 'Harbour', openCount: 1 },
    ])
  })

  test('lists the ten oldest open incidents without an assignee', async () => {
    const { call, member, move, scope } = await newTenant()
    const incidents: IncidentResponse[] = []
    for (let hours = 1; hours <= 14; hours++) {
      const incident = await newIncident(call, { name: `${hours} h` })
      await backdate(scope, incident, new Date(Date.now() - hours * hourMs))
      incidents.push(incident)
    }
    await changeIncident(member.scope, incidents[13]!.id, { assigneeId: member.user.id })
    await move(incidents[12]!, 'Closed')
    await move(incidents[11]!, 'In progress')
    const { body } = await read(member.call)
    const names = Array.from({ length: 10 }, (_, index) => `${12 - index} h`)
    expect(body.oldestUnassigned.map(({ name }) => name)).toEqual(names)
    expect(body.oldestUnassigned[0]).toEqual({
      id: incidents[11]!.id,
      name: '12 h',
      priority: 'NORMAL',
      stateId: body.openByState[1]!.stateId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  test('counts each created or closed incident once per day of the given time zone, and no deleted incidents', async () => {
    const { call, member, move, scope } = await newTenant()
    const late = new Date(Date.now() - 5 * 24 * hourMs)
    late.setUTCHours(22, 30, 0, 0)
    const [first, second, old] = [await newIncident(call), await newIncident(call), await newIncident(call)]
    const deleted = await newIncident(call)
    await move(deleted, 'Closed')
    await move(first, 'Closed')
    await move(first, 'Open')
    await move(first, 'Closed')
    for (const incident of [first, second, deleted]) await backdate(scope, incident, late)
    await deleteIncident(scope, deleted.id)
    await move(old, 'In progress')
    await backdate(scope, old, new Date(Date.now() - 40 * 24 * hourMs))

    for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      const { body } = await read(member.call, `?timeZone=${timeZone}`)
      expect(body.days.at(-1)!.date).toBe(dayIn(timeZone, new Date()))
      expect(body.days.filter(({ created, closed }) => created + closed > 0)).toEqual([
        { date: dayIn(timeZone, late), created: 2, closed: 1 },
      ])
    }
    expect(dayIn('Asia/Tokyo', late)).not.toBe(dayIn('UTC', late))
  })

  test('computes the overview once for simultaneous requests that spell the same time zone differently', async () => {
    const { scope } = await newTenant()
    const [overview, ...others] = ['Europe/Berlin', 'europe/berlin', 'EUROPE/BERLIN'].map((timeZone) =>
      readOverview(scope, timeZone),
    )
    expect(others.map((other) => other === overview)).toEqual([true, true])
    await Promise.all([overview, ...others])
  })

  test.each(['?timeZone=Mars/Olympus', '?timeZone=%2B02:00', '?timeZone=UTC&timeZone=UTC', '?zone=UTC', "?timeZone='"])(
    'rejects the query string %s of the overview',
    async (query) => {
      const { member } = await newTenant()
      expect(await read(member.call, query)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )

  test('the overview counts no incident of another organization and requires a session', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()]
    await newIncident(ours.call)
    expect((await read(ours.member.call)).body.openCount).toBe(1)
    expect((await read(theirs.member.call)).body.openCount).toBe(0)
    const response = await fetch(new URL('/api/console/overview', server.url))
    expect(response.status).toBe(401)
  })
})
