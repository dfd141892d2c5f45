import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { integration } from '../support/client.ts'
import { idsOf, modify, upload } from '../support/incidents.ts'
import {
  archivedLocation,
  current,
  location,
  older,
  pointElsewhere,
  points,
  staffMember,
} from '../support/organization.ts'
import { rejected, rejectionOf } from '../support/rejection.ts'
import type { Creation, Incident, Problem } from '../support/resources.ts'
import { expectedCreation } from './expected-creation.ts'
import { type Comparison, incidentsOf, type Model, step, type Step, stepAbout } from './model.ts'

export const nobody = randomUUID()
export const locationIds = [location.id, pointElsewhere.locationId, archivedLocation.id]
export const pointIds = idsOf(points.filter(({ locationId }) => locationIds.includes(locationId)))

const anything = fc.record(
  {
    configVersion: fc.constantFrom(current.revision, older.revision, 999_999),
    // Names start with a number, because the contract does not promise the sort order of letters.
    name: fc.constantFrom('1 Leak', '2 leak in the roof', '3 LÄRM', '4 50% of a_b', ' '),
    description: fc.constantFrom('It comes from above.', '\t'),
    typeId: fc.constantFrom(...idsOf([...current.types, ...older.types]), nobody),
    categoryId: fc.constantFrom(...idsOf([...current.categories, ...older.categories]), nobody),
    priority: fc.constantFrom('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'),
    locationId: fc.constantFrom(...locationIds, nobody),
    pointId: fc.constantFrom(...pointIds, nobody),
    assigneeId: fc.constantFrom(staffMember.id, nobody),
    occurredAt: fc.constantFrom('2026-03-01T08:30:00.000Z', '2024-02-29T12:00:00.250Z'),
    tags: fc.subarray(['wet', 'cold, dark', '50%']),
    stateId: fc.constant(nobody),
  },
  { requiredKeys: [] },
)
/** Generator of creations with few fields, which the default profile always accepts, so that lists are not empty. */
const little = fc.record({
  name: fc.constantFrom('1 Leak', '2 leak in the roof', '3 LÄRM'),
  priority: fc.constantFrom('MINOR', 'MAJOR'),
  locationId: fc.constantFrom(...locationIds.slice(0, 2)),
  tags: fc.subarray(['wet', 'cold, dark']),
})
export const creationFields = fc.oneof(anything, little)

const send = (body: object) => integration.post<Incident & Problem>('/incidents', body)

/**
 * Sends the creation to validate-incident and then to create-incident. The model expects that both operations
 * accept the creation, or that both reject it.
 */
async function create(model: Model, given: object, clientRequestId: unknown = randomUUID()): Promise<Comparison> {
  const body: Creation = { clientRequestId, ...given, externalId: model.own }
  const tried = await integration.post('/incidents/validate', body)
  const response = await send(body)
  const expected = expectedCreation(body)
  if (expected.rejection) {
    model.rejected.push(body)
    return { actual: [tried, response].map(rejectionOf), expected: [expected.rejection, expected.rejection] }
  }
  model.incidents.push({ body, now: response.body, history: [], isDeleted: false })
  const { id, number, createdAt, occurredAt } = response.body
  return {
    actual: { tried: tried.status, created: response.status, replayed: isReplay(response), body: response.body },
    expected: {
      tried: 200,
      created: 201,
      replayed: false,
      body: { occurredAt, ...expected.incident, id, number, createdAt, lastModifiedAt: createdAt, version: 1 },
    },
  }
}

export const isReplay = ({ headers }: { headers: Headers }): boolean => headers.get('idempotent-replayed') === 'true'

const otherFields = fc.constantFrom({ name: '5 Other' }, { pointId: null }, { name: 1 }, { colour: 'red' })

export const creationSteps: Step[] = [
  step('create', creationFields, create),
  stepAbout(
    'correct',
    (model) => model.rejected,
    fc.tuple(fc.nat(), creationFields),
    (model, { clientRequestId }, given) => {
      model.rejected = model.rejected.filter((one) => one.clientRequestId !== clientRequestId)
      return create(model, given, clientRequestId)
    },
  ),
  stepAbout('retry', incidentsOf, fc.tuple(fc.nat(), fc.boolean()), async (_model, { body, now }, isTry) => {
    const response = await integration.post(isTry ? '/incidents/validate' : '/incidents', otherwiseWritten(body))
    return {
      actual: { status: response.status, replayed: isReplay(response), body: response.body },
      expected: { status: isTry ? 200 : 201, replayed: true, body: now },
    }
  }),
  stepAbout('reuse', incidentsOf, fc.tuple(fc.nat(), otherFields), async (_model, { body, now }, change) => {
    const response = await send({ ...body, ...change })
    const { code, incidentId } = response.body
    return {
      actual: { status: response.status, code, incidentId },
      expected: { status: 400, code: 'client_request_id_reused', incidentId: now.id },
    }
  }),
  stepAbout('attach', incidentsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, incident) => {
    const before = incident.now
    if (incident.isDeleted) {
      const response = await upload(before.id)
      return { actual: rejectionOf(response), expected: rejected(404, 'incident_not_found') }
    }
    incident.now = await modify(before)
    incident.history.push({ version: before.version + 1, fields: ['mediaIds'] })
    const { mediaIds, lastModifiedAt } = incident.now
    return {
      actual: { incident: incident.now, hasMoved: lastModifiedAt > before.lastModifiedAt },
      expected: {
        incident: {
          ...before,
          mediaIds: [...before.mediaIds, mediaIds.at(-1)],
          lastModifiedAt,
          version: before.version + 1,
        },
        hasMoved: true,
      },
    }
  }),
]

/**
 * Returns the creation with its fields in reverse order and its ids in upper case, which means the same to the server.
 */
const otherwiseWritten = (body: Creation): object =>
  Object.fromEntries(
    Object.entries(body)
      .toReversed()
      .map(([name, value]) => [name, isId(name) ? String(value).toUpperCase() : value]),
  )

const isId = (name: string): boolean => name.endsWith('Id') && name !== 'externalId'
