import { randomUUID } from 'node:crypto'
import type { IncidentDetails } from '@tocsin/contract/api/incident-change.ts'
import type { ChangeWorkflow, Workflow } from '@tocsin/contract/console/workflow.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createIncident } from '../src/incidents/create/create.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { changeIncident } from '../src/incidents/change/change.ts'
import { checkReferencesAndTransitions } from '../src/incidents/change/change-queries.ts'
import { changeWorkflow } from '../src/workflow/change.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind } from './support/lock-waits.ts'

const server = await startTestServer()

const transition = (fromStateId: string, toStateId: string) => ({
  locationId: null,
  pointId: null,
  assigneeId: null,
  fromStateId,
  toStateId,
})

async function newTenant() {
  const organization = await server.newOrganization()
  const administrator = await organization.signIn('administrator')
  return { ...organization, administrator, workflow: await read(administrator.call) }
}

const read = async (call: Call): Promise<Workflow> => (await call<Workflow>('GET', '/workflow')).body

const change = (call: Call, body: ChangeWorkflow) =>
  call<Workflow & { code: string; detail: string; errors: unknown[] }>('PUT', '/workflow', { body })

/** Returns the request body that saves the workflow without any change. */
const asRead = ({ version, states, transitions }: Workflow): ChangeWorkflow => ({
  version,
  initialStateId: states.find(({ isInitial }) => isInitial)!.id,
  states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
  transitions,
})

const idOf = ({ states }: { states: { id: string; name: string }[] }, name: string): string =>
  states.find((state) => state.name === name)!.id

const without = (workflow: ChangeWorkflow, id: string): ChangeWorkflow => ({
  ...workflow,
  states: workflow.states.filter((state) => state.id !== id),
  transitions: workflow.transitions.filter(({ fromStateId, toStateId }) => fromStateId !== id && toStateId !== id),
})

describe('the workflow', () => {
  test('members can read the workflow with the number of incidents in each state', async () => {
    const { call, scope, signIn } = await newTenant()
    await newIncident(call)
    const deleted = await newIncident(call)
    const member = await signIn('member')
    const before = await read(member.call)
    expect(before.states.map(({ name, incidentCount }) => [name, incidentCount])).toEqual([
      ['Open', 2],
      ['In progress', 0],
      ['Resolved', 0],
      ['Closed', 0],
    ])
    expect(before.states.map(({ isInitial, isFinal }) => [isInitial, isFinal])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ])
    expect(before.transitions).toHaveLength(9)
    await deleteIncident(scope, deleted.id)
    expect((await read(member.call)).states[0]).toMatchObject({ name: 'Open', incidentCount: 1 })
  })

  test('`nextStates` of an incident is up to date immediately after a change of the workflow', async () => {
    const { call, administrator, workflow } = await newTenant()
    const { id } = await newIncident(call)
    const nextStates = async () => (await call<IncidentDetails>('GET', `/incidents/${id}`)).body.nextStates
    expect((await nextStates()).map(({ name }) => name)).toEqual(['In progress', 'Resolved', 'Closed'])
    const [fromStateId, toStateId] = [idOf(workflow, 'Open'), idOf(workflow, 'Closed')]
    await change(administrator.call, { ...asRead(workflow), transitions: [{ fromStateId, toStateId }] })
    expect(await nextStates()).toEqual([{ id: toStateId, name: 'Closed' }])
  })

  test('one request can change the states, the order of the states, the transitions and the initial state', async () => {
    const { call, administrator, workflow } = await newTenant()
    const wanted = asRead(workflow)
    const triage = randomUUID()
    wanted.states[0]!.name = 'Accepted'
    wanted.states.unshift({ id: triage.toUpperCase(), name: ' Triage ', isFinal: false })
    wanted.initialStateId = triage
    wanted.transitions = [{ fromStateId: triage, toStateId: wanted.states[1]!.id }]

    const changed = await change(administrator.call, wanted)
    expect(changed).toMatchObject({ status: 200, body: { version: workflow.version + 1 } })
    expect(changed.body.states.map(({ name }) => name)).toEqual([
      'Triage',
      'Accepted',
      'In progress',
      'Resolved',
      'Closed',
    ])
    expect(changed.body.states.filter(({ isInitial }) => isInitial)).toMatchObject([{ id: triage, name: 'Triage' }])
    expect(changed.body.transitions).toEqual(wanted.transitions)
    expect(await read(administrator.call)).toEqual(changed.body)
    const incident = await newIncident(call)
    expect(incident.stateId).toBe(triage)
    await expect(
      changeIncident(administrator.scope, incident.id, { stateId: idOf(changed.body, 'Closed') }),
    ).rejects.toMatchObject({ code: 'transition_not_allowed' })
    await changeIncident(administrator.scope, incident.id, { stateId: idOf(changed.body, 'Accepted') })
  })

  test('a state can be removed only when no incident is in the state, and a removed state can be added again', async () => {
    const { call, administrator, workflow } = await newTenant()
    const [open, resolved] = [idOf(workflow, 'Open'), idOf(workflow, 'Resolved')]
    const incident = await newIncident(call)
    await changeIncident(administrator.scope, incident.id, { stateId: resolved })

    const wanted = without(asRead(workflow), resolved)
    const rejected = await change(administrator.call, wanted)
    expect(rejected).toMatchObject({ status: 409, body: { code: 'workflow_state_in_use' } })
    expect(rejected.body.detail).toContain('"Resolved" (1)')
    expect((await read(administrator.call)).transitions).toEqual(workflow.transitions)

    const closed = idOf(workflow, 'Closed')
    await changeIncident(administrator.scope, incident.id, { stateId: closed })
    const shorter = await change(administrator.call, wanted)
    expect(shorter.body.states.map(({ name }) => name)).toEqual(['Open', 'In progress', 'Closed'])
    const listed = await call<{ data: { id: string }[] }>('GET', '/workflow-states')
    expect(listed.body.data.map(({ id }) => id)).not.toContain(resolved)

    const again = await change(administrator.call, {
      ...wanted,
      version: shorter.body.version,
      states: [...wanted.states, { id: resolved, name: 'Resolved', isFinal: false }],
    })
    expect(again.body.states.map(({ id }) => id)).toEqual([open, idOf(workflow, 'In progress'), closed, resolved])
  })

  test('the initial state can be removed only after an earlier request has made another state initial', async () => {
    const { administrator, workflow } = await newTenant()
    const open = idOf(workflow, 'Open')
    const wanted = { ...without(asRead(workflow), open), initialStateId: idOf(workflow, 'In progress') }
    const rejected = await change(administrator.call, wanted)
    expect(rejected).toMatchObject({ status: 409, body: { code: 'workflow_state_in_use' } })

    const moved = await change(administrator.call, { ...asRead(workflow), initialStateId: wanted.initialStateId })
    expect(await change(administrator.call, { ...wanted, version: moved.body.version })).toMatchObject({ status: 200 })
  })

  test('one of three simultaneous changes to the same version of the workflow is accepted, and two get 409', async () => {
    const { administrator, workflow } = await newTenant()
    const renamed = (name: string) => {
      const wanted = asRead(workflow)
      wanted.states[0]!.name = name
      return change(administrator.call, wanted)
    }
    const outcomes = await Promise.all(['One', 'Two', 'Three'].map(renamed))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(outcomes.find(({ status }) => status === 409)!.body.code).toBe('workflow_changed')
  })

  test('saving an unchanged workflow does not change the version and records no event', async () => {
    const { administrator, scope, workflow } = await newTenant()
    const body = asRead(workflow)
    body.transitions = body.transitions.toReversed()
    expect(await change(administrator.call, body)).toMatchObject({ status: 200, body: { version: workflow.version } })
    const kinds = (await eventsOf(scope, 'workflow')).map(({ kind }) => kind)
    expect(kinds).toEqual(['workflow.created'])
  })

  test('a change of the workflow records an event with the states before and after the change', async () => {
    const { administrator, scope, workflow } = await newTenant()
    const wanted = asRead(workflow)
    wanted.states[0]!.name = 'New'
    await change(administrator.call, wanted)
    expect((await eventsOf(scope, 'workflow')).at(-1)).toEqual({
      kind: 'workflow.changed',
      actorId: administrator.user.id,
      data: { changes: { states: [asRead(workflow).states, wanted.states] } },
    })
  })

  test('rejects an inconsistent workflow and reports every violation', async () => {
    const { administrator, workflow } = await newTenant()
    const wanted = asRead(workflow)
    const unknown = randomUUID()
    const [open, progress] = wanted.states
    wanted.states = [open!, { ...progress!, name: ' open ' }, { ...open!, name: 'Third' }]
    wanted.initialStateId = unknown
    wanted.transitions = [
      { fromStateId: open!.id, toStateId: unknown },
      { fromStateId: open!.id, toStateId: open!.id },
      { fromStateId: open!.id, toStateId: progress!.id },
      { fromStateId: open!.id.toUpperCase(), toStateId: progress!.id },
    ]
    const rejected = await change(administrator.call, wanted)
    expect(rejected).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/initialStateId', code: 'unknown_state' },
          { pointer: '/states/2/id', code: 'not_unique' },
          { pointer: '/states/1/name', code: 'not_unique' },
          { pointer: '/transitions/0/toStateId', code: 'unknown_state' },
          { pointer: '/transitions/1', code: 'not_allowed_value' },
          { pointer: '/transitions/3', code: 'not_unique' },
        ],
      },
    })
    const final = { ...asRead(workflow), initialStateId: idOf(workflow, 'Closed') }
    expect(await change(administrator.call, final)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/initialStateId', code: 'not_allowed_value' }] },
    })
    expect(await read(administrator.call)).toEqual(workflow)
  })

  test('if a state is removed while an incident moves to the state, either the removal or the move is rejected', async () => {
    const { call, administrator, workflow } = await newTenant()
    const resolved = idOf(workflow, 'Resolved')
    for (let round = 0; round < 5; round++) {
      const incident = await newIncident(call)
      const current = await read(administrator.call)
      const whole = { ...asRead(workflow), version: current.version }
      const [moved, removed] = await Promise.all([
        changeIncident(administrator.scope, incident.id, { stateId: resolved }).then(
          () => true,
          () => false,
        ),
        change(administrator.call, without(whole, resolved)),
      ])
      // The request that comes second is rejected: either the removal of the state or the move to the state.
      expect(removed.status).toBe(moved ? 409 : 200)
      const { version } = await read(administrator.call)
      await deleteIncident(administrator.scope, incident.id)
      await change(administrator.call, { ...whole, version })
    }
  })

  test('a request to remove a state waits until a transition into this state commits, and is then rejected', async () => {
    const { call, administrator, workflow } = await newTenant()
    const [open, resolved] = [idOf(workflow, 'Open'), idOf(workflow, 'Resolved')]
    const incident = await newIncident(call)
    const outcomes = await meetBehind(
      administrator.scope,
      (inner) => checkReferencesAndTransitions(inner, [transition(open, resolved)], { skipsLocked: false }),
      [() => change(administrator.call, without(asRead(workflow), resolved))],
      (inner) => changeIncident(inner, incident.id, { stateId: resolved }),
    )
    const rejection = { status: 409, body: { code: 'workflow_state_in_use' } }
    expect(outcomes).toMatchObject([{ value: rejection }])
    expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject({ body: { stateId: resolved } })
  })

  test('a request to remove a transition does not wait while an incident makes another transition', async () => {
    const { administrator, workflow } = await newTenant()
    const [open, started, resolved] = ['Open', 'In progress', 'Resolved'].map((name) => idOf(workflow, name))
    const wanted = asRead(workflow)
    const transitions = wanted.transitions.filter(
      ({ fromStateId, toStateId }) => fromStateId !== open || toStateId !== resolved,
    )
    expect(transitions).toHaveLength(wanted.transitions.length - 1)
    const finished: unknown[] = []
    const outcomes = await meetBehind(
      administrator.scope,
      (inner) => checkReferencesAndTransitions(inner, [transition(open!, started!)], { skipsLocked: false }),
      [() => change(administrator.call, { ...wanted, transitions }).finally(() => finished.push('the change'))],
      async () => void finished.push('the move'),
    )
    expect(outcomes).toMatchObject([{ value: { status: 200 } }])
    expect(finished).toEqual(['the change', 'the move'])
  })

  test('a deleted incident whose state was removed after the deletion is restored to the initial state', async () => {
    const { call, administrator, workflow } = await newTenant()
    const [open, resolved] = [idOf(workflow, 'Open'), idOf(workflow, 'Resolved')]
    const { id } = await newIncident(call)
    await call('PATCH', `/incidents/${id}`, { body: { stateId: resolved } })
    await call('DELETE', `/incidents/${id}`)
    expect(await change(administrator.call, without(asRead(workflow), resolved))).toMatchObject({ status: 200 })
    expect(await call('POST', `/incidents/${id}/restore`)).toMatchObject({
      status: 200,
      body: { stateId: open, version: 4 },
    })
    expect(await call('GET', `/incidents/${id}`)).toMatchObject({ body: { stateId: open } })
  })

  test('a request to remove a former initial state is rejected if an uncommitted creation has used the state', async () => {
    const { administrator, workflow } = await newTenant()
    const open = idOf(workflow, 'Open')
    const another = { ...asRead(workflow), initialStateId: idOf(workflow, 'In progress') }
    const outcomes = await meetBehind(
      administrator.scope,
      (inner) => createIncident(inner, { clientRequestId: randomUUID(), name: 'Freezer above -15 °C' }),
      [
        // The change waits before it records its event, because the creation above has locked the feed.
        () => change(administrator.call, another),
        () => change(administrator.call, without({ ...another, version: workflow.version + 1 }, open)),
      ],
    )
    const rejection = { status: 409, body: { code: 'workflow_state_in_use' } }
    expect(outcomes).toMatchObject([{ value: { status: 200 } }, { value: rejection }])
  })

  test('a former initial state cannot be removed until all creations that began with this state have ended', async () => {
    const { scope, administrator, workflow } = await newTenant()
    const clientRequestId = randomUUID()
    const [open, resolved] = [idOf(workflow, 'Open'), idOf(workflow, 'Resolved')]
    const another = { ...asRead(workflow), initialStateId: idOf(workflow, 'In progress') }
    const outcomes = await meetBehind<unknown>(
      scope,
      // Insert an incident with the same clientRequestId as the creation below, so that the creation waits until this
      // transaction ends.
      (inner) =>
        sql`
          insert into incidents (
            organization_id, id, client_request_id, request_sha256, search_text, creation_config_version, created_by,
            state_id, priority, occurred_at, tags
          )
          values (
            ${scope.organizationId}, ${randomUUID()}, ${clientRequestId}, '', '', 1, ${scope.actorId}, ${resolved},
            'NORMAL', now(), '{}'
          )`.execute(inner.database),
      [
        () => createIncident(scope, { clientRequestId, name: 'Freezer above -15 °C' }),
        async () => {
          expect(await change(administrator.call, another)).toMatchObject({ status: 200 })
          return change(administrator.call, without({ ...another, version: workflow.version + 1 }, open))
        },
      ],
      (inner) => inner.database.deleteFrom('incidents').where('organization_id', '=', scope.organizationId).execute(),
    )
    const rejection = { status: 409, body: { code: 'workflow_state_in_use' } }
    expect(outcomes).toMatchObject([{ value: { isReplay: false } }, { value: rejection }])
  })

  test('an incident gets the new initial state if the old initial state is removed during the creation', async () => {
    const { call, administrator, workflow } = await newTenant()
    const [open, started] = [idOf(workflow, 'Open'), idOf(workflow, 'In progress')]
    const another = { ...asRead(workflow), initialStateId: started }
    const outcomes = await meetBehind(
      administrator.scope,
      lockRow('workflow_states', open),
      [() => newIncident(call)],
      async (inner) => {
        const { version } = await changeWorkflow(inner, another)
        await changeWorkflow(inner, without({ ...another, version }, open))
      },
    )
    expect(outcomes).toMatchObject([{ value: { stateId: started } }])
  })

  test('changing the workflow requires an administrator and a CSRF token, and does not affect other organizations', async () => {
    const { administrator, signIn, workflow } = await newTenant()
    const wanted = asRead(workflow)
    wanted.states[0]!.name = 'Mine'
    const member = await signIn('member')
    expect(await change(member.call, wanted)).toMatchObject({ status: 403, body: { code: 'administrators_only' } })
    const headers = { 'x-csrf-token': '' }
    expect(await administrator.call('PUT', '/workflow', { body: wanted, headers })).toMatchObject({ status: 403 })

    // The second organization adds a state with the id of a state of the first organization. This must create a new
    // state and leave the state of the first organization unchanged.
    const other = await newTenant()
    const copied = await change(other.administrator.call, {
      ...asRead(other.workflow),
      states: [...asRead(other.workflow).states, { ...wanted.states[0]!, name: 'Theirs' }],
    })
    expect(copied.status).toBe(200)
    expect(await read(administrator.call)).toEqual(workflow)
  })
})
