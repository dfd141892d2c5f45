import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { BulkChange, BulkMessage, BulkUndo, EventRange } from '@tocsin/contract/console/bulk-change.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { startService } from '../src/main.ts'
import { changeInBulk } from '../src/incidents/bulk/change.ts'
import { undoInBulk } from '../src/incidents/bulk/undo.ts'
import { readUnpagedQuery } from '../src/incidents/list/read-unpaged-query.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { bulkChange, bulkMessages, bulkUndo, reportOf, type BulkReport } from './support/bulk-change.ts'
import { editIncident, newTenant, readIncident, statesOf } from './support/console-incidents.ts'
import { signInAs } from './support/console.ts'
import { countInState } from './support/count-in-state.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind, valuesOf } from './support/lock-waits.ts'
import { multiplyIncident } from './support/multiply-incident.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

/** Creates an organization with the given number of equal incidents, all in the state Open. */
async function tenantWith(incidents: number) {
  const tenant = await newTenant(server)
  const first = await newIncident(tenant.call)
  await multiplyIncident(tenant.scope, first, incidents - 1)
  const countIn = (state: string) => countInState(tenant.scope, state)
  return { ...tenant, first, states: await statesOf(tenant.call), countIn }
}

describe('changing all incidents that match', () => {
  test('a bulk change moves 2,919 incidents to another state, and its undo moves all of them back', async () => {
    const { staff, states, countIn, first, call } = await tenantWith(2_919)
    const moved = await bulkChange(server, staff, 'state=open', { change: { stateId: states.Closed! } })
    expect(moved).toMatchObject({ total: 2_919, changed: 2_919, left: [], isFinished: true })
    expect(await countIn('Closed')).toBe(2_919)

    const undone = await bulkUndo(server, staff, moved.events)
    expect(undone).toMatchObject({ total: 2_919, changed: 2_919, left: [], isFinished: true })
    expect(await countIn('Open')).toBe(2_919)
    expect(await readIncident(call, first.id)).toMatchObject({ stateId: states.Open, version: 3 })
  })

  test('a bulk change changes only incidents that match the filters and do not yet have the wanted value', async () => {
    const { staff, call, scope } = await newTenant(server)
    const [minor, major, critical] = [
      await newIncident(call, { priority: 'MINOR' }),
      await newIncident(call, { priority: 'MAJOR' }),
      await newIncident(call, { priority: 'CRITICAL' }),
    ]
    const change = { priority: 'MAJOR' } as const
    const report = await bulkChange(server, staff, 'priority=in:MINOR,MAJOR', { change })
    expect(report).toMatchObject({ total: 2, changed: 1, left: [], isFinished: true })
    expect((await eventsOf(scope, minor!.id)).slice(1)).toEqual([
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: { changes: { priority: ['MINOR', 'MAJOR'] }, version: 2 },
      },
    ])
    expect(await eventsOf(scope, major!.id)).toHaveLength(1)
    expect(await readIncident(call, critical!.id)).toEqual(critical)
  })

  test('a bulk change skips forbidden transitions, and reports number, name and reason of each skipped incident', async () => {
    const { staff, call } = await newTenant(server)
    const states = await statesOf(call)
    const closed = await newIncident(call, { name: 'Closed one' })
    await staff.call('PATCH', `/incidents/${closed.id}`, { body: { stateId: states.Closed } })
    const open = await newIncident(call)
    const report = await bulkChange(server, staff, '', { change: { stateId: states.Resolved! } })
    expect(report).toMatchObject({
      total: 2,
      changed: 1,
      left: [
        {
          incidentId: closed.id,
          number: closed.number,
          name: 'Closed one',
          code: 'transition_not_allowed',
          detail: expect.stringContaining('"Open"'),
        },
      ],
      isFinished: true,
    })
    expect((await readIncident(call, open.id)).stateId).toBe(states.Resolved)
  })

  test('a running bulk change skips incidents that no longer match its filters, and incidents created after its start', async () => {
    const { staff, states, scope, call } = await tenantWith(100)
    const [locked] = await newestOf(scope, 40)
    const created: IncidentResponse[] = []
    const [outcome] = await meetBehind(
      scope,
      ({ database }) => sql`update incidents set state_id = ${states.Closed} where id = ${locked!}`.execute(database),
      [() => bulkChange(server, staff, 'state=open', { change: { assigneeId: staff.user.id } })],
      async () => created.push(await newIncident(call)),
    )
    const report = valuesOf([outcome!])[0]!
    expect(report).toMatchObject({ total: 100, changed: 99, left: [{ incidentId: locked, code: 'no_longer_matches' }] })
    expect(await readIncident(call, locked!)).toMatchObject({ assigneeId: null, stateId: states.Closed })
    expect(await readIncident(call, created[0]!.id)).toMatchObject({ assigneeId: null })
  })

  test('a bulk change stops when the client disconnects', async () => {
    const { staff, states, scope } = await tenantWith(100)
    const client = new AbortController()
    const [locked] = await newestOf(scope, 40)
    const begin = async () => {
      const messages = bulkMessages(server, staff, 'bulk-change?state=open', moveTo(states.Resolved!), client.signal)
      return reportOf(messages).catch((error: Error) => error.name)
    }
    const [outcome] = await meetBehind(scope, lockRow('incidents', locked!), [begin], async () => client.abort())
    expect(valuesOf([outcome!])).toEqual(['AbortError'])
    // The stopped bulk change has moved only its first 25 incidents, so the second bulk change moves the other 75.
    const rest = await bulkChange(server, staff, 'state=open', moveTo(states.Resolved!))
    expect(rest).toMatchObject({ total: 100, changed: 75, left: [], isFinished: true })
  })

  test('after a deadlock, a bulk change repeats the aborted transaction and continues', async () => {
    const { staff, states, scope, countIn } = await tenantWith(100)
    // The second piece of the bulk change locks its incidents in the order of their ids. It waits for the last
    // incident, which this test has locked.
    const piece = (await newestOf(scope, 25, 25)).toSorted()
    const [lowest, highest] = [piece[0]!, piece.at(-1)!]
    const lockHighest: Parameters<typeof meetBehind>[1] = async (inner) => {
      // Let PostgreSQL detect the deadlock in the transaction of the bulk change and abort that transaction, not the
      // transaction of this test.
      await sql`set local deadlock_timeout = '20s'`.execute(inner.database)
      await lockRow('incidents', highest)(inner)
    }
    const [outcome] = await meetBehind(
      scope,
      lockHighest,
      [() => bulkChange(server, staff, 'state=open', moveTo(states.Resolved!))],
      lockRow('incidents', lowest),
    )
    expect(valuesOf([outcome!])[0]).toMatchObject({ total: 100, changed: 100, left: [], isFinished: true })
    expect(await countIn('Resolved')).toBe(100)
  })

  test('a stopping server ends a bulk change with a problem, and the incidents changed so far stay changed', async () => {
    const { scope, states, countIn } = await tenantWith(100)
    const { url, stop } = await startService(server.environment, pino({ level: 'silent' }))
    const staff = await signInAs(url, scope, 'member')
    const [locked] = await newestOf(scope, 40)
    const stopped: Promise<unknown>[] = []
    const [outcome] = await meetBehind(
      scope,
      lockRow('incidents', locked!),
      [() => bulkChange({ url }, staff, 'state=open', moveTo(states.Resolved!))],
      async () => stopped.push(stop()),
    )
    expect(valuesOf([outcome!])[0]).toMatchObject({ changed: 50, isFinished: false, problem: { code: 'unavailable' } })
    expect(await countIn('Resolved')).toBe(50)
    await Promise.all(stopped)
  })

  test('a bulk change ends early if the user signs out', async () => {
    const { staff, states, scope, countIn } = await tenantWith(100)
    const [locked] = await newestOf(scope, 40)
    const [outcome] = await meetBehind(
      scope,
      lockRow('incidents', locked!),
      [() => bulkChange(server, staff, 'state=open', moveTo(states.Resolved!))],
      async () => {
        await staff.call('DELETE', '/session')
        await until('the session has ended', async () => (await staff.call('GET', '/session')).status === 401)
      },
    )
    expect(valuesOf([outcome!])[0]).toMatchObject({
      changed: 50,
      isFinished: false,
      problem: { code: 'not_signed_in' },
    })
    expect(await countIn('Resolved')).toBe(50)
  })

  test('a bulk change sends empty lines while it waits for a locked incident', async () => {
    const { staff, scope, first } = await tenantWith(1)
    const lines: string[] = []
    await scope.transaction(async (inner) => {
      await lockRow('incidents', first.id)(inner)
      const response = await fetch(`${server.url}/api/console/incidents/bulk-change`, {
        method: 'POST',
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, 'content-type': 'application/json' },
        body: JSON.stringify({ change: { assigneeId: staff.user.id } }),
      })
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      while (lines.length < 2) lines.push((await reader.read()).value!)
      await reader.cancel()
    })
    expect(lines).toEqual(['{"total":1}\n', '\n'])
  })

  test('rejects a bulk change of more than 50,000 incidents, and a bulk change with an unknown filter', async () => {
    const { staff, states, countIn } = await tenantWith(bulkMaximum + 1)
    const rejected = await bulkChange(server, staff, 'state=open', moveTo(states.Resolved!))
    expect(rejected).toMatchObject({ total: undefined, problem: { status: 400, code: 'too_many_incidents' } })
    const mistyped = await bulkChange(server, staff, 'stat=open', moveTo(states.Resolved!))
    expect(mistyped.problem).toMatchObject({ errors: [{ parameter: 'stat', code: 'unknown_parameter' }] })
    expect(await countIn('Open')).toBe(bulkMaximum + 1)
  })
})

describe('changing given incidents', () => {
  test('a bulk change of incidents given by id follows the given order, and skips an incident of another organization', async () => {
    const { staff, call, scope } = await newTenant(server)
    const other = await newTenant(server)
    const [first, last] = [await newIncident(call), await newIncident(call)]
    const foreign = await newIncident(other.call)
    const incidentIds = [last.id, foreign.id, first.id]
    const report = await bulkChange(server, staff, '', { change: { assigneeId: staff.user.id }, incidentIds })
    expect(report).toMatchObject({ total: 3, changed: 2, isFinished: true })
    expect(report.left).toEqual([
      expect.objectContaining({ incidentId: foreign.id, number: null, name: null, code: 'no_longer_matches' }),
    ])
    const { rows: changed } = await sql<{ id: string }>`
      select incident_id as id from events
      where organization_id = ${scope.organizationId} and kind = 'incident.changed' order by position`.execute(
      scope.database,
    )
    expect(changed.map(({ id }) => id)).toEqual([last.id, first.id])
    expect(await readIncident(other.call, foreign.id)).toEqual(foreign)
  })

  test('rejects a bulk change that has no incidents, names an incident twice, or changes no field or two fields', async () => {
    const { staff } = await newTenant(server)
    const id = randomUUID()
    const change = { assigneeId: null }
    for (const body of [
      { change, incidentIds: [] },
      { change, incidentIds: [id, id] },
      { change: {}, incidentIds: [id] },
      { change: { ...change, priority: 'MAJOR' as const }, incidentIds: [id] },
    ]) {
      expect(await bulkChange(server, staff, '', body)).toMatchObject({ problem: { code: 'invalid_request' } })
    }
  })
})

describe('the undo of a bulk change', () => {
  test('an undo restores the former values, and skips incidents that were changed after the bulk change', async () => {
    const { staff, call } = await newTenant(server)
    const [own, edited] = [await newIncident(call, { assigneeId: staff.user.id }), await newIncident(call)]
    const { events } = await bulkChange(server, staff, '', { change: { assigneeId: null } })
    const assigned = await bulkChange(server, staff, '', { change: { priority: 'MAJOR' } })
    await editIncident(staff, await readIncident(call, edited.id), { name: 'Edited since' })

    const undone = await bulkUndo(server, staff, assigned.events)
    expect(undone).toMatchObject({ total: 2, changed: 1, isFinished: true })
    expect(undone.left).toMatchObject([{ incidentId: edited.id, name: 'Edited since', code: 'incident_changed' }])
    expect(await readIncident(call, own.id)).toMatchObject({ priority: 'NORMAL', assigneeId: null })
    expect(await readIncident(call, edited.id)).toMatchObject({ priority: 'MAJOR' })

    // The undo of the first bulk change skips the incident, because the incident was changed since then.
    expect(await bulkUndo(server, staff, events)).toMatchObject({ changed: 0, left: [{ code: 'incident_changed' }] })
  })

  test('the undo of a bulk deletion restores the incidents, except an incident that somebody has restored and deleted again', async () => {
    const { staff, call } = await newTenant(server)
    const [deleted, again] = [await newIncident(call), await newIncident(call)]
    const { changed, events } = await bulkChange(server, staff, '', { change: { deleted: true } })
    expect(changed).toBe(2)
    expect(await call('GET', `/incidents/${deleted.id}`)).toMatchObject({ status: 404 })
    await call('POST', `/incidents/${again.id}/restore`)
    await call('DELETE', `/incidents/${again.id}`)

    const undone = await bulkUndo(server, staff, events)
    expect(undone).toMatchObject({ changed: 1, left: [{ incidentId: again.id, code: 'incident_changed' }] })
    expect(await readIncident(call, deleted.id)).toMatchObject({ name: deleted.name, version: 3 })
    expect(await call('GET', `/incidents/${again.id}`)).toMatchObject({ status: 404 })
  })

  test('an undo skips incidents whose move back the workflow does not allow', async () => {
    const { staff, states, countIn } = await tenantWith(2)
    const moved = await bulkChange(server, staff, '', moveTo(states.Resolved!))
    const undone = await bulkUndo(server, staff, moved.events)
    expect(undone).toMatchObject({ total: 2, changed: 0, isFinished: true })
    expect(undone.left.map(({ code }) => code)).toEqual(['transition_not_allowed', 'transition_not_allowed'])
    expect(await countIn('Resolved')).toBe(2)
  })

  test('an undo changes nothing if another user or another organization made the bulk change', async () => {
    const { staff, call, signIn } = await newTenant(server)
    const other = await newTenant(server)
    const incident = await newIncident(call)
    const { events } = await bulkChange(server, staff, '', { change: { priority: 'MAJOR' } })
    for (const otherUser of [await signIn('member'), other.staff]) {
      expect(await bulkUndo(server, otherUser, events)).toMatchObject({ changed: 0, left: [], isFinished: true })
    }
    expect(await readIncident(call, incident.id)).toMatchObject({ priority: 'MAJOR' })
  })

  test('an undo restores long texts in several small transactions', async () => {
    const { staff, call, scope } = await newTenant(server)
    const description = 'a'.repeat(600_000)
    const incidents = await Promise.all(Array.from({ length: 4 }, () => newIncident(call, { description })))
    for (const incident of incidents) await editIncident(staff, incident, { description: 'b'.repeat(600_000) })

    const events = await editsOf(scope)
    const changed: number[] = []
    for await (const message of bulkMessages(server, staff, 'bulk-undo', { events })) {
      if ('done' in message) changed.push(message.changed)
    }
    expect(changed).toEqual([1, 1, 1, 1])
    for (const { id } of incidents) expect((await readIncident(call, id)).description).toBe(description)
  })

  test('rejects an undo of more than 50,000 events', async () => {
    const { staff } = await newTenant(server)
    const response = await bulkUndo(server, staff, [{ first: 1, last: bulkMaximum + 1 }])
    expect(response.problem).toMatchObject({ code: 'too_many_incidents' })
  })
})

describe('a response to a bulk change or its undo that ends before the change does', () => {
  const end = {
    checkAccess: async () => undefined,
    stopping: new AbortController().signal,
    disconnected: new AbortController().signal,
    responseMs: 0,
  }

  test('a bulk-change response that ends early contains the request for the remaining incidents, and each incident is changed once', async () => {
    const { staff, scope, countIn } = await tenantWith(60)
    const acting = scope.actingAs(staff.user.id)
    const change = (body: BulkChange) => changeInBulk(acting, readUnpagedQuery({ state: 'open' }), body, end)
    const all = await responsesOf<BulkChange>({ change: { priority: 'MAJOR' } }, change)
    const incidentIds = (await newestOf(scope, 0, 60)).toReversed()
    const given = await responsesOf<BulkChange>({ change: { assigneeId: staff.user.id }, incidentIds }, change)
    const deleted = await responsesOf<BulkChange>({ change: { deleted: true } }, change)
    expect(await countIn('Open')).toBe(0)
    const events = deleted.flatMap((report) => report.events)
    const restored = await responsesOf<BulkUndo>({ events }, async (body) => undoInBulk(acting, body, end))
    expect(await countIn('Open')).toBe(60)
    for (const responses of [given, deleted, restored]) {
      expect(responses.map(({ total, changed, isFinished }) => [total, changed, isFinished])).toEqual([
        [60, 25, false],
        [35, 25, false],
        [10, 10, true],
      ])
    }
    // The totals include the 15 incidents that already have the wanted priority. They are not reported as skipped.
    expect(all.map(({ total, left }) => [total, left.length])).toEqual([60, 35, 10].map((total) => [total, 0]))
    expect(all.reduce((sum, { changed }) => sum + changed, 0)).toBe(45)
  })
})

/**
 * Sends a bulk change. If a response ends early, sends a request for the remaining incidents.
 * @returns a report on each response.
 */
async function responsesOf<Body extends BulkChange | BulkUndo>(
  body: Body,
  respond: (body: Body) => Promise<AsyncGenerator<BulkMessage>>,
): Promise<BulkReport[]> {
  const reports: BulkReport[] = []
  let next: Body | undefined = body
  while (next) {
    const report = await reportOf(await respond(next))
    reports.push(report)
    next = report.rest as Body | undefined
  }
  return reports
}

/** Returns the positions of all changes of incidents in the organization. */
async function editsOf({ database, organizationId }: OrganizationScope): Promise<EventRange[]> {
  const { rows } = await sql<EventRange>`
    select min(position) as first, max(position) as last from events
    where organization_id = ${organizationId} and kind = 'incident.changed'`.execute(database)
  return rows
}

const moveTo = (stateId: string) => ({ change: { stateId } })

/** Returns ids of incidents, newest first: leaves out the newest `skipped` incidents, and returns the next `limit`. */
async function newestOf(
  { database, organizationId }: OrganizationScope,
  skipped: number,
  limit = 1,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from incidents where organization_id = ${organizationId}
    order by created_at desc offset ${skipped} limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}
