import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, test } from 'vitest'
import { findGoverningRevision } from '../src/configuration/published.ts'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { OrganizationScope } from '../src/scope.ts'
import { makeService } from '../src/service.ts'
import { changeWorkflow } from '../src/workflow/change.ts'
import { nextStatesFrom } from '../src/workflow/next-states.ts'
import { findWorkflow } from '../src/workflow/workflow-queries.ts'
import { startTestServer } from './support/harness.ts'

const { database, newOrganization } = await startTestServer()

test('two services in one process share no state', () => {
  const { database: oneDatabase, pool: onePool, isDistributed: _one, ...one } = makeService(database)
  const { database: otherDatabase, pool: otherPool, isDistributed: _other, ...other } = makeService(database)
  const shared = Object.keys(one).filter((name) => one[name as keyof typeof one] === other[name as keyof typeof other])
  expect(shared).toEqual([])
  expect([oneDatabase, onePool]).toEqual([otherDatabase, otherPool])
})

test('a service immediately finds a revision that another service has published, if a creation asks for the revision by its number', async () => {
  const { scope } = await newOrganization()
  const other = new OrganizationScope(scope.organizationId, scope.actorId, makeService(database))
  expect(await other.service.currentRevisions.get(scope.organizationId, async () => 1)).toBe(1)
  const profileId = crypto.randomUUID()
  await publishConfiguration(scope, {
    types: [],
    categories: [],
    profiles: [{ id: profileId, name: 'Everything optional', fields: {} }],
    defaultProfileId: profileId,
  })
  expect((await findGoverningRevision(scope, undefined)).configuration?.revision).toBe(2)
  // Ask for revision 2 by its number. Otherwise the other service might use the cached number 1 for half a second.
  expect((await findGoverningRevision(other, 2)).configuration?.revision).toBe(2)
})

test('a service finds the next states of a workflow state that another service has added', async () => {
  const { scope } = await newOrganization()
  const other = new OrganizationScope(scope.organizationId, scope.actorId, makeService(database))
  const before = await findWorkflow(scope)
  const [initial] = before.states
  expect(await nextStatesFrom(other, initial!.id)).not.toEqual([])
  const added = crypto.randomUUID() as Uuid
  await changeWorkflow(scope, {
    version: before.version,
    initialStateId: initial!.id,
    states: [...before.states, { id: added, name: 'On hold', isFinal: false }],
    transitions: [{ fromStateId: added, toStateId: initial!.id }],
  })
  expect(await nextStatesFrom(other, added)).toEqual([{ id: initial!.id, name: initial!.name }])
})
