import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import type { Call } from './support/caller.ts'
import { readIncident } from './support/console-incidents.ts'
import { newIncident, newStaff, startTestServer } from './support/harness.ts'
import { tocsinIn, type RunTocsin } from './support/tocsin-process.ts'

const server = await startTestServer()
const [spill, leak, wet] = [randomUUID(), randomUUID(), randomUUID()]

/** Runs commands with an API key of an organization in which two types have a category of the same name. */
let tocsin: RunTocsin
let call: Call
let foreignTocsin: RunTocsin
let arcade: { id: string; point: string }

beforeAll(async () => {
  const organization = await server.newOrganization()
  const inOrganization = (key: string) => tocsinIn({ TOCSIN_URL: server.url, TOCSIN_API_KEY: key })
  call = organization.call
  tocsin = inOrganization(organization.key)
  foreignTocsin = inOrganization((await server.newOrganization()).key)
  await publishConfiguration(organization.scope, {
    types: [
      { id: spill, name: 'Spill', active: true, profileId: null },
      { id: leak, name: 'Leak', active: true, profileId: null },
    ],
    categories: [
      { id: wet, typeId: spill, name: 'Wet', active: true },
      { id: randomUUID(), typeId: leak, name: 'Wet', active: true },
    ],
    profiles: [{ id: spill, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: spill,
  })
  for (const name of ['Harbour Street', 'Arcade']) {
    const location = await addLocation(organization.scope, { name })
    const point = await addPoint(organization.scope, { locationId: location.id, name: 'Door' })
    arcade = { id: location.id, point: point.id }
  }
  await newStaff(organization.scope)
})

describe('`incidents update`', () => {
  test('`incidents update` changes fields and the state by name, adds a comment, and prints the changed incident', async () => {
    const { id } = await newIncident(call, { name: 'Water' })
    const options = ['--state', 'In progress', '--priority', 'major', '--assignee', 'Maren Holt', '--tag', 'night']
    const parameters = ['incidents', 'update', id, ...options, '--comment', 'Sealing it', '--json']
    const { code, stdout, stderr } = await tocsin(parameters)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const changed = JSON.parse(stdout) as IncidentResponse
    expect(changed).toMatchObject({ id, name: 'Water', priority: 'MAJOR', tags: ['night'], version: 2 })
    expect(await readIncident(call, id)).toEqual(changed)
    const comments = await tocsin(['comments', 'list', '--incident', id])
    expect(comments.stdout).toMatch(/Sealing it/)
    const shown = await tocsin(['incidents', 'update', id, '--clear', 'assignee', '--clear', 'tags'])
    expect(shown.stdout).toMatch(/^assigneeId +-$/m)
    expect(shown.stdout).toMatch(/^stateId +[0-9a-f-]{36} {2}In progress$/m)
  })

  test('`incidents update` finds a category by name within the type of the incident, and a point by name within its location', async () => {
    const { id } = await newIncident(call, { name: 'Water', typeId: spill, locationId: arcade.id })
    const { stdout, stderr } = await tocsin([
      'incidents',
      'update',
      id,
      '--category',
      'Wet',
      '--point',
      'Door',
      '--json',
    ])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ typeId: spill, categoryId: wet, pointId: arcade.point })
  })

  test('`incidents update` reports conflicts and unknown names, and lists the allowed states after a forbidden transition', async () => {
    const { id } = await newIncident(call, { name: 'Water' })
    await tocsin(['incidents', 'update', id, '--state', 'Resolved'])
    const conflict = await tocsin(['incidents', 'update', id, '--name', 'Flood', '--if-match', '1'])
    expect(conflict).toMatchObject({ code: 1, stdout: '' })
    expect(conflict.stderr).toMatch(/^error: The incident has version 2\. Changed since version 1: stateId\.$/m)
    const notAllowed = await tocsin(['incidents', 'update', id, '--state', 'Open'])
    expect(notAllowed.code).toBe(1)
    expect(notAllowed.stderr).toMatch(/^ {2}allowed states: In progress, Closed$/m)
    const unknown = await tocsin(['incidents', 'update', id, '--state', 'Lost', '--location', 'Nowhere'])
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toMatch(/^ {2}\/stateId: No state is called "Lost"\.$/m)
    expect(unknown.stderr).toMatch(/^ {2}\/locationId: No location is called "Nowhere"\.$/m)
    expect(await readIncident(call, id)).toMatchObject({ version: 2, name: 'Water' })
  })

  test('`incidents update` repeated with the same --idempotency-key changes nothing', async () => {
    const { id } = await newIncident(call, { name: 'Water' })
    const parameters = ['incidents', 'update', id, '--comment', 'Once', '--idempotency-key', 'till-7/43']
    for (const { code } of [await tocsin(parameters), await tocsin(parameters)]) expect(code).toBe(0)
    expect((await tocsin(['comments', 'list', '--incident', id, '--json'])).stdout.match(/"Once"/g)).toHaveLength(1)
  })

  test('`incidents update` exits with 2 if it has nothing to change, or if --clear names a field that cannot be emptied', async () => {
    const id = randomUUID()
    expect(await tocsin(['incidents', 'update', id, '--if-match', '1'])).toMatchObject({ code: 2, stdout: '' })
    const wrong = await tocsin(['incidents', 'update', id, '--clear', 'priority'])
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toMatch(/It is one of name, description,/)
  })

  test.each([
    ['description', ['--description', 'From the ceiling']],
    ['tags', ['--tag', 'night']],
    ['coordinates', ['--latitude', '53.5', '--longitude', '10']],
  ])(
    '`incidents update` exits with 2 and changes nothing if --clear %s comes with a new value',
    async (field, value) => {
      const { id } = await newIncident(call, { name: 'Water', description: 'Below the sink', tags: ['day'] })
      const run = await tocsin(['incidents', 'update', id, '--clear', field, ...value])
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(`error: --clear ${field} cannot be used with a new value of this field.`)
      expect(await readIncident(call, id)).toMatchObject({ description: 'Below the sink', tags: ['day'], version: 1 })
    },
  )
})

describe('`incidents delete` and `incidents restore`', () => {
  test('`incidents delete --if-match` deletes an incident only in the given version, and `incidents restore` restores the incident', async () => {
    const { id } = await newIncident(call, { name: 'Water' })
    expect((await tocsin(['incidents', 'delete', id, '--if-match', '2'])).stderr).toMatch(/^error: The incident has/)
    const deleted = await tocsin(['incidents', 'delete', id, '--if-match', '1'])
    expect(deleted).toMatchObject({ code: 0, stdout: '' })
    expect(deleted.stderr).toMatch(/^The incident is deleted\. /)
    expect((await tocsin(['incidents', 'get', id])).code).toBe(1)
    const restored = await tocsin(['incidents', 'restore', id, '--json'])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(restored.stdout)).toMatchObject({ id, name: 'Water' })
    expect((await tocsin(['incidents', 'get', id])).stdout).toMatch(/^nextStates +In progress, Resolved, Closed$/m)
  })

  test('commands with the API key of another organization neither change, delete nor restore an incident', async () => {
    const { id } = await newIncident(call, { name: 'Water' })
    for (const parameters of [
      ['update', id, '--name', 'Mine'],
      ['delete', id],
      ['restore', id],
    ]) {
      expect(await foreignTocsin(['incidents', ...parameters])).toMatchObject({ code: 1, stdout: '' })
    }
    expect(await readIncident(call, id)).toMatchObject({ name: 'Water', version: 1 })
  })
})
