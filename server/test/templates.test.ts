import { randomUUID } from 'node:crypto'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import { fieldRuleOf } from '@tocsin/contract/rules/incident-values.ts'
import { countParts, templates } from '@tocsin/contract/templates/templates.ts'
import { templateNames } from '@tocsin/contract/templates/template-names.ts'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { addUser } from '../src/directory/users/add.ts'
import type { SignedIn } from './support/console.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'

const server = await startTestServer()

async function newAdministrator() {
  const organization = await server.newOrganization()
  return { ...organization, administrator: await organization.signIn('administrator') }
}

const apply = ({ call }: SignedIn, template: string) =>
  call<{ code: string }>('POST', '/organization/template', { body: { template } })

const read = async <Body>({ call }: SignedIn, path: string): Promise<Body> => (await call<Body>('GET', path)).body
const configurationOf = (staff: SignedIn) => read<CreationConfiguration>(staff, '/creation-configurations/current')

/** Makes the body that creates an incident of the given type. It has only the fields that the type's form requires. */
function reportOf(configuration: CreationConfiguration, typeId: string) {
  const profile = effectiveProfile(configuration, typeId)
  const values = {
    name: 'Water on the floor',
    description: 'By the entrance.',
    typeId,
    categoryId: configuration.categories.find((category) => category.typeId === typeId)!.id,
    occurredAt: '2026-03-01T08:30:00.000Z',
  }
  const required = Object.entries(values).filter(
    ([field]) => fieldRuleOf(profile, field as keyof typeof values) === 'required',
  )
  return { clientRequestId: randomUUID(), ...Object.fromEntries(required) }
}

describe.each(templateNames)('the template %s', (name) => {
  test('the template has 10 to 14 types with 2 to 4 categories each', () => {
    expect(countParts(templates[name]).types).toSatisfy((count) => count >= 10 && count <= 14)
    for (const type of templates[name].types) {
      expect(type.categories.length).toSatisfy((count) => count >= 2 && count <= 4)
      expect(new Set(type.categories).size).toBe(type.categories.length)
    }
  })

  test('after the template is applied, an incident of each type can be created with only the fields that the form requires', async () => {
    const { administrator } = await newAdministrator()
    expect((await apply(administrator, name)).status).toBe(204)
    const configuration = await configurationOf(administrator)
    expect(configuration).toMatchObject({ revision: 2 })
    expect(configuration.types.map((type) => type.name)).toEqual(templates[name].types.map((type) => type.name))
    const { states } = await read<Workflow>(administrator, '/workflow')
    for (const { id: typeId } of configuration.types) {
      const body = reportOf(configuration, typeId)
      const response = await administrator.call<IncidentResponse>('POST', '/incidents', { body })
      expect(response).toMatchObject({ status: 201, body: { typeId, stateId: states[0]!.id } })
    }
  })

  test('the workflow of the template leads from the first state through every state to the last, which is the only final state', async () => {
    const { administrator } = await newAdministrator()
    await apply(administrator, name)
    const { states, transitions } = await read<Workflow>(administrator, '/workflow')
    expect(states.map((state) => state.name)).toEqual(templates[name].states.map((state) => state.name))
    expect(states.map(({ isInitial }) => isInitial)).toEqual(states.map((_, index) => index === 0))
    expect(states.map(({ isFinal }) => isFinal)).toEqual(states.map((_, index) => index === states.length - 1))
    for (const [index, { id }] of states.slice(1).entries()) {
      expect(transitions).toContainEqual({ fromStateId: states[index]!.id, toStateId: id })
    }
  })
})

test('applying a template records the published configuration and the changed workflow as events of the administrator', async () => {
  const { scope, administrator } = await newAdministrator()
  await apply(administrator, 'hospital')
  const [, published] = await eventsOf(scope, 'configuration')
  expect(published).toMatchObject({
    kind: 'configuration.published',
    actorId: administrator.user.id,
    data: { revision: 2 },
  })
  const [, changed] = await eventsOf(scope, 'workflow')
  expect(changed).toMatchObject({ kind: 'workflow.changed', actorId: administrator.user.id })
})

test('applying a template does not move existing incidents into another state, but the name of their state may change', async () => {
  const { call, scope, administrator } = await newAdministrator()
  const { id, stateId } = await newIncident(call)
  const moved = await newIncident(call)
  const before = await read<Workflow>(administrator, '/workflow')
  const inProgress = before.states.find(({ name }) => name === 'In progress')!.id
  await administrator.call('PATCH', `/incidents/${moved.id}`, { body: { stateId: inProgress } })
  expect((await apply(administrator, 'hospital')).status).toBe(204)
  const { states } = await read<Workflow>(administrator, '/workflow')
  expect(states.find(({ name }) => name === 'Reported')).toMatchObject({ id: stateId, incidentCount: 1 })
  expect(states.find(({ name }) => name === 'In progress')).toMatchObject({ id: inProgress, incidentCount: 1 })
  expect(await read<IncidentResponse>(administrator, `/incidents/${id}`)).toMatchObject({ stateId, version: 1 })
  expect(await eventsOf(scope, id)).toHaveLength(1)
})

describe('rejected templates', () => {
  test('a template is rejected after another template was applied', async () => {
    const { administrator } = await newAdministrator()
    await apply(administrator, 'shops')
    const before = [await configurationOf(administrator), await read(administrator, '/workflow')]
    expect(await apply(administrator, 'hospital')).toMatchObject({ status: 409, body: { code: 'already_configured' } })
    expect([await configurationOf(administrator), await read(administrator, '/workflow')]).toEqual(before)
  })

  test('a template is rejected after the workflow was changed, and the configuration does not change', async () => {
    const { administrator } = await newAdministrator()
    const { version, states, transitions } = await read<Workflow>(administrator, '/workflow')
    const changed = states.map(({ id, isFinal }, index) => ({ id, name: `State ${index}`, isFinal }))
    const body = { version, initialStateId: states[0]!.id, states: changed, transitions }
    expect((await administrator.call('PUT', '/workflow', { body })).status).toBe(200)
    expect(await apply(administrator, 'shops')).toMatchObject({ status: 409, body: { code: 'already_configured' } })
    expect(await configurationOf(administrator)).toMatchObject({ revision: 1, types: [] })
  })

  test('an unknown template is rejected', async () => {
    const { administrator } = await newAdministrator()
    expect(await apply(administrator, 'zoo')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await configurationOf(administrator)).toMatchObject({ revision: 1, types: [] })
  })
})

test('the list of first steps marks a step as done as soon as the organization has what the step would add', async () => {
  const { call, scope, administrator } = await newAdministrator()
  const steps = () => read<FirstSteps>(administrator, '/overview/first-steps')
  const expected = { reportForms: false, locations: false, colleagues: false, incident: false, apiKey: true }
  expect(await steps()).toEqual(expected)
  await addLocation(scope, { name: 'Harbour' })
  expect(await steps()).toEqual({ ...expected, locations: true })
  await addUser(scope, { name: 'Jonas', email: `${randomUUID()}@example.com`, role: 'member', password: undefined })
  expect(await steps()).toEqual({ ...expected, locations: true, colleagues: true })
  await newIncident(call)
  await apply(administrator, 'facilities')
  expect(await steps()).toEqual({ reportForms: true, locations: true, colleagues: true, incident: true, apiKey: true })
})
