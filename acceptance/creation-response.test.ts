import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integration } from './support/client.ts'
import { everyField } from './support/every-field.ts'
import {
  createIncident,
  createInOrder,
  creation,
  listIncidents,
  readIncident,
  tryCreation,
  unique,
} from './support/incidents.ts'
import { auditor, current, initialState, location, plainType, point } from './support/organization.ts'
import type { Incident } from './support/resources.ts'

const full = () => ({ ...everyField(unique('ERP')), clientRequestId: randomUUID(), tags: [unique('cold chain')] })

test('answers a creation with the complete incident', async () => {
  const fields = full()

  const incident = await createIncident(fields)

  const { id, number, createdAt, lastModifiedAt, ...rest } = incident
  expect(rest).toEqual({
    ...fields,
    stateId: initialState.id,
    mediaIds: [],
    createdBy: auditor.id,
    creationConfigVersion: current.revision,
    version: 1,
  })
  expect(Date.parse(lastModifiedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
  expect(id).not.toBe(fields.clientRequestId)
  expect(number).toBeGreaterThan(0)
})

test('gives each incident a higher number than any earlier incident', async () => {
  const numbers = (await createInOrder([{}, {}, {}])).map(({ number }) => number)

  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
})

test('returns null for fields that a creation omits, and an empty list for omitted tags', async () => {
  const { clientRequestId, name } = creation({ name: unique('Bare') })

  const incident = await createIncident({ clientRequestId, name })

  expect(incident).toMatchObject({ description: null, typeId: null, categoryId: null, locationId: null, pointId: null })
  expect(incident).toMatchObject({ assigneeId: null, latitude: null, longitude: null, externalId: null, tags: [] })
})

test('create-incident, get-incident and list-incidents return the same incident', async () => {
  const fields = full()
  const incident = await createIncident(fields)

  const read = await readIncident(incident.id)
  const listed = await listIncidents({ tags: fields.tags })

  expect([read, ...listed.body.data]).toEqual([incident, incident])
})

test('create-incident returns the configuration revision as an integer', async () => {
  expect((await tryCreation({ configVersion: current.revision })).body.creationConfigVersion).toBe(current.revision)
})

const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).filter((value) => value.isWellFormed() && !value.includes('\0'))
const within = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const acceptedFields = fc.record({
  name: text(20)
    .map((name) => `Leak ${name}`)
    .filter((name) => name.length <= 250),
  description: optional(text(200)),
  priority: optional(fc.constantFrom('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL')),
  occurredAt: optional(
    fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
  tags: optional(fc.uniqueArray(text(8), { maxLength: 6 })),
  coordinates: optional(fc.record({ latitude: within(90), longitude: within(180) })),
  externalId: optional(text(50)),
  typeId: optional(fc.constant(plainType.id)),
  place: optional(fc.constant({ locationId: location.id, pointId: point.id })),
})

test('create-incident, get-incident and list-incidents return every accepted value of a creation unchanged', async () => {
  const property = fc.asyncProperty(acceptedFields, async ({ coordinates, place, tags = [], ...fields }) => {
    const own = unique('property')
    const body = creation({ ...fields, ...coordinates, ...place, tags: [...tags, own] })
    const sent = JSON.parse(JSON.stringify(body)) as object

    const created = await integration.post<Incident>('/incidents', sent)
    const read = await readIncident(created.body.id)
    const listed = await listIncidents({ tags: own })

    expect(created.status).toBe(201)
    expect(created.body).toMatchObject(sent)
    expect([read, ...listed.body.data]).toEqual([created.body, created.body])
  })
  await fc.assert(property, { numRuns: 100 })
})
