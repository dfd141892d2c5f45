import { randomUUID } from 'node:crypto'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ChangeWorkflow } from '@tocsin/contract/console/workflow.ts'
import { expect, test } from 'vitest'
import { changeIncident } from '../src/incidents/change/change.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { changeWorkflow } from '../src/workflow/change.ts'
import { findWorkflow } from '../src/workflow/workflow-queries.ts'
import type { Call } from './support/caller.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { walk } from './support/walk.ts'

const server = await startTestServer()

const listed = async (call: Call, query: string) => {
  const { body } = await call<{ data: IncidentResponse[] }>('GET', `/incidents?${query}`)
  return body.data.map(({ id }) => id)
}

type States = ChangeWorkflow['states']

/**
 * Replaces the states of the workflow with the result of `change`. The first state becomes the initial state.
 * Transitions lead only from the first state to every other state.
 */
async function changeStates(scope: OrganizationScope, change: (states: States) => States): Promise<void> {
  const { version, states: before } = await findWorkflow(scope)
  const states = change(before.map(({ id, name, isFinal }) => ({ id, name, isFinal })))
  const [first, ...others] = states
  const transitions = others.map(({ id }) => ({ fromStateId: first!.id, toStateId: id }))
  await changeWorkflow(scope, { version, initialStateId: first!.id, states, transitions })
}

async function addState(scope: OrganizationScope, isFinal: boolean): Promise<string> {
  const id = randomUUID()
  await changeStates(scope, (states) => [...states, { id, name: `Added ${id}`, isFinal }])
  return id
}

test('an incident in a state that was just added is listed as open or closed', async () => {
  const { call, scope } = await server.newOrganization()
  const first = await newIncident(call)
  const waiting = await newIncident(call)
  const rejected = await newIncident(call)
  expect(await listed(call, 'state=open&sort=createdAt')).toEqual([first.id, waiting.id, rejected.id])
  await changeIncident(scope, waiting.id, { stateId: await addState(scope, false) })
  await changeIncident(scope, rejected.id, { stateId: await addState(scope, true) })
  expect(await listed(call, 'state=open&sort=createdAt')).toEqual([first.id, waiting.id])
  expect(await listed(call, 'state=closed')).toEqual([rejected.id])
})

test('lists every incident as open if the workflow has no final state', async () => {
  const { call, scope } = await server.newOrganization()
  const { id } = await newIncident(call)
  await changeStates(scope, (states) => states.map((state) => ({ ...state, isFinal: false })))
  expect(await listed(call, 'state=open')).toEqual([id])
  expect(await listed(call, 'state=closed')).toEqual([])
})

test('keyset pagination lists each open incident once', async () => {
  const { call, scope } = await server.newOrganization()
  const incidents: IncidentResponse[] = []
  for (let number = 0; number < 5; number++) incidents.push(await newIncident(call))
  const { body } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  const closed = body.data.find(({ isFinal }) => isFinal)!
  await changeIncident(scope, incidents[2]!.id, { stateId: closed.id })
  const open = await walk<IncidentResponse>(call, '/incidents?state=open&limit=2')
  expect(open.map(({ id }) => id)).toEqual([4, 3, 1, 0].map((number) => incidents[number]!.id))
})

test('incidents in a state that was just added are counted and exported as open or closed', async () => {
  const { call, scope, signIn } = await server.newOrganization()
  const staff = await signIn('member')
  const waiting = await newIncident(call, { name: 'Waiting' })
  const rejected = await newIncident(call, { name: 'Rejected' })
  await changeIncident(scope, waiting.id, { stateId: await addState(scope, false) })
  await changeIncident(scope, rejected.id, { stateId: await addState(scope, true) })
  expect((await staff.call('GET', '/incidents/count?state=open')).body).toEqual({ count: 1, hasMore: false })
  expect((await staff.call('GET', '/incidents/count?state=in:open,closed')).body).toEqual({ count: 2, hasMore: false })
  const exported = await fetch(`${server.url}/api/console/incidents.csv?state=closed`, {
    headers: { cookie: staff.cookie },
  })
  const text = await exported.text()
  expect(text).toContain('Rejected')
  expect(text).not.toContain('Waiting')
})

test('a list of open incidents contains no incident of another organization', async () => {
  const { call } = await server.newOrganization()
  const other = await server.newOrganization()
  await newIncident(other.call)
  expect(await listed(call, 'state=open')).toEqual([])
})
