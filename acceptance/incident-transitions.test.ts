import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeIncident, patchIncident } from './support/changes.ts'
import { createIncident, getIncident, listedIds, readIncident, unique } from './support/incidents.ts'
import { demand, initialState, states } from './support/organization.ts'
import { rejected, rejectionOf } from './support/rejection.ts'
import type { Incident, NextState, WorkflowState } from './support/resources.ts'

/** Returns the states to which an incident can move from a workflow state, in the order of the workflow. */
const nextStatesOf = ({ nextStateIds }: WorkflowState): NextState[] =>
  states.filter(({ id }) => nextStateIds.includes(id)).map(({ id, name }) => ({ id, name }))

/** Shortest sequence of states that leads from the initial state to each reachable state. */
const routes = new Map<string, string[]>([[initialState.id, []]])
for (const [id, route] of routes) {
  for (const next of demand(states, 'such state', (state) => state.id === id).nextStateIds) {
    if (!routes.has(next)) routes.set(next, [...route, next])
  }
}

/** Creates an incident and moves it to the state. */
async function incidentIn({ id }: WorkflowState, fields: object = {}): Promise<Incident> {
  let incident = await createIncident({ ...fields })
  for (const stateId of routes.get(id)!) incident = await changeIncident(incident.id, { stateId })
  return incident
}

const reachable = states.filter(({ id }) => routes.has(id))
const pairs = reachable.flatMap((from) => states.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })))
const allowed = pairs.filter(({ from, to }) => from.nextStateIds.includes(to.id))
const notAllowed = pairs.filter(({ from, to }) => from !== to && !from.nextStateIds.includes(to.id))

test('the workflow under test has both allowed and forbidden transitions, which the specs of transitions need', () => {
  expect([allowed.length > 0, notAllowed.length > 0]).toEqual([true, true])
})

test.each(allowed)('allows an incident to move from $title', async ({ from, to }) => {
  const before = await incidentIn(from)

  const { status, body } = await patchIncident(before.id, { stateId: to.id })

  expect({ status, body }).toMatchObject({ status: 200, body: { stateId: to.id, version: before.version + 1 } })
  expect(await readIncident(before.id)).toEqual(body)
})

test.each(notAllowed)('rejects the move of an incident from $title, and lists the allowed states', async (pair) => {
  const before = await incidentIn(pair.from)

  const response = await patchIncident(before.id, { stateId: pair.to.id, name: 'Ice', comment: 'Seen.' })

  expect(rejectionOf(response)).toEqual(rejected(400, 'transition_not_allowed', '/stateId transition_not_allowed'))
  expect(response.body.nextStates).toEqual(nextStatesOf(pair.from))
  expect(await readIncident(before.id)).toEqual(before)
})

test.each(reachable)(
  'a patch whose stateId is already the state of the incident changes nothing: $name',
  async (state) => {
    const before = await incidentIn(state)

    const { status, body } = await patchIncident(before.id, { stateId: state.id.toUpperCase() })

    expect({ status, body }).toEqual({ status: 200, body: before })
  },
)

test.each(reachable)(
  'get-incident lists the states to which an incident may move from $name, in the order of the workflow',
  async (state) => {
    const { id } = await incidentIn(state)

    expect((await getIncident(id)).body.nextStates).toEqual(nextStatesOf(state))
  },
)

describe('a state that the organization does not have', () => {
  test('answers 404 to a move into an unknown state, and lists the allowed states', async () => {
    const before = await createIncident()

    const response = await patchIncident(before.id, { stateId: randomUUID() })

    expect(rejectionOf(response)).toEqual(rejected(404, 'reference_not_found', '/stateId state_not_found'))
    expect(response.body.nextStates).toEqual(nextStatesOf(initialState))
    expect(await readIncident(before.id)).toEqual(before)
  })
})

test('a patch that moves an incident and changes other fields raises the version once', async () => {
  const before = await createIncident()
  const [{ to }] = allowed.filter(({ from }) => from.isInitial) as [(typeof allowed)[number]]

  const after = await changeIncident(before.id, { stateId: to.id, priority: 'CRITICAL', name: 'Ice' })

  expect(after).toMatchObject({ stateId: to.id, priority: 'CRITICAL', name: 'Ice', version: before.version + 1 })
})

test('list-incidents finds a moved incident by its new state, and not by its former state', async () => {
  const externalId = unique('moved')
  const final = demand(reachable, 'reachable final state', ({ isFinal }) => isFinal)
  const { id } = await incidentIn(final, { externalId })

  expect(await listedIds({ externalId, state: 'closed', stateId: final.id })).toEqual([id])
  expect(await listedIds({ externalId, state: 'open' })).toEqual([])
  expect(await listedIds({ externalId, stateId: initialState.id })).toEqual([])
})

test('each of 16 concurrent moves of one incident gets 200 or transition_not_allowed', async () => {
  const { id } = await createIncident()
  const targets = allowed.filter(({ from }) => from.isInitial).map(({ to }) => to.id)

  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, index) => patchIncident(id, { stateId: targets[index % targets.length] })),
  )

  const outcomes = new Set(responses.map(({ status, body }) => (status === 200 ? 'moved' : body.code)))
  expect([...outcomes].filter((outcome) => !['moved', 'transition_not_allowed'].includes(outcome))).toEqual([])
  const moved = responses.filter(({ status }) => status === 200).map(({ body }) => body)
  expect(await readIncident(id)).toEqual(moved.toSorted((one, other) => one.version - other.version).at(-1))
})
