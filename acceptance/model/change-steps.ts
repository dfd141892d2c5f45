import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { deleteIncident, patchIncident, restoreIncident } from '../support/changes.ts'
import { listComments } from '../support/comments.ts'
import { readIncident } from '../support/incidents.ts'
import { rejectionOf, rejected } from '../support/rejection.ts'
import { patchFields } from './generated-patch.ts'
import { expectedChange } from './expected-change.ts'
import { type Comparison, incidentsOf, type KnownIncident, type Model, type Step, stepAbout } from './model.ts'

const notFound = rejected(404, 'incident_not_found')

/** Records a change of an incident in the model. A later 412 response must name the changed fields. */
export function recordChange(incident: KnownIncident, now: KnownIncident['now'], fields: string[]): void {
  if (now.version > incident.now.version) incident.history.push({ version: now.version, fields })
  incident.now = now
}

/**
 * Adds the comments of patches to the model. Responses to patches do not contain comments, so this function lists the
 * comments of the incident.
 */
export async function learnComments(model: Model, incidentId: string, messages: string[]): Promise<Comparison> {
  const listed = (await listComments(incidentId, { limit: 200 })).body.data
  const added = listed.filter(({ id }) => !model.comments.some(({ now }) => now.id === id))
  for (const now of added) model.comments.push({ key: undefined, fields: {}, now, isDeleted: false })
  return { actual: added.map(({ message }) => message).toSorted(), expected: messages.toSorted() }
}

async function patch(
  model: Model,
  incident: KnownIncident,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Comparison> {
  const response = await patchIncident(incident.now.id, fields, headers)
  if (incident.isDeleted) return { actual: rejectionOf(response), expected: notFound }
  const expected = expectedChange(incident.now, fields)
  if (expected.rejection) return { actual: rejectionOf(response), expected: expected.rejection }
  const { body } = response
  const isTouched = expected.changed.length > 0
  const lastModifiedAt = isTouched ? body.lastModifiedAt : incident.now.lastModifiedAt
  const added = fields.comment === undefined ? undefined : await learnComments(model, body.id, [String(fields.comment)])
  const comparison = {
    actual: {
      status: response.status,
      body,
      isLater: lastModifiedAt > incident.now.lastModifiedAt,
      added: added?.actual,
    },
    expected: {
      status: 200,
      body: { ...expected.incident, lastModifiedAt },
      isLater: isTouched,
      added: added?.expected,
    },
  }
  recordChange(incident, body, expected.changed)
  return comparison
}

/** Expected problem of a request whose If-Match names another version than the current version. */
function outdated({ now, history }: KnownIncident, version: number) {
  const later = history.filter((entry) => entry.version > version).flatMap(({ fields }) => fields)
  return {
    status: 412,
    currentVersion: now.version,
    changedFields: version < now.version ? [...new Set(later)].toSorted() : undefined,
  }
}

/** Draws a version from 1 to the version after the current version. */
const versionOf = ({ now }: KnownIncident, number: number): number => (number % (now.version + 1)) + 1

export const changeSteps: Step[] = [
  stepAbout('patch', incidentsOf, fc.tuple(fc.nat(), patchFields), patch),
  stepAbout(
    'patch a version',
    incidentsOf,
    fc.tuple(fc.nat(), fc.tuple(fc.nat(), patchFields)),
    async (model, incident, [number, fields]) => {
      const version = versionOf(incident, number)
      const headers = { 'if-match': `"${version}"` }
      if (incident.isDeleted || version === incident.now.version) return patch(model, incident, fields, headers)
      const { status, body } = await patchIncident(incident.now.id, fields, headers)
      const { currentVersion, changedFields } = body
      return { actual: { status, currentVersion, changedFields }, expected: outdated(incident, version) }
    },
  ),
  stepAbout('patch twice', incidentsOf, fc.tuple(fc.nat(), patchFields), async (model, incident, fields) => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await patch(model, incident, fields, headers)
    const second = await patchIncident(incident.now.id, fields, headers)
    const isDone = !incident.isDeleted && expectedStatus(first) === 200
    return {
      actual: [first.actual, isDone ? { status: second.status, body: second.body } : rejectionOf(second)],
      expected: [first.expected, isDone ? { status: 200, body: incident.now } : first.expected],
    }
  }),
  stepAbout('delete incident', incidentsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, incident, number) => {
    const version = versionOf(incident, number)
    const response = await deleteIncident(incident.now.id, number % 2 === 0 ? {} : { 'if-match': `"${version}"` })
    if (incident.isDeleted) return { actual: rejectionOf(response), expected: notFound }
    if (number % 2 === 1 && version !== incident.now.version) {
      const { currentVersion, changedFields } = response.body
      return {
        actual: { status: response.status, currentVersion, changedFields },
        expected: outdated(incident, version),
      }
    }
    incident.isDeleted = true
    return { actual: response.status, expected: 204 }
  }),
  stepAbout('restore', incidentsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, incident) => {
    const before = incident.now
    const { status, body } = await restoreIncident(before.id)
    const { lastModifiedAt } = incident.isDeleted ? body : before
    const version = before.version + (incident.isDeleted ? 2 : 0)
    incident.isDeleted = false
    recordChange(incident, body, [])
    return {
      actual: { status, body, read: await readIncident(before.id) },
      expected: { status: 200, body: { ...before, version, lastModifiedAt }, read: body },
    }
  }),
]

const expectedStatus = ({ expected }: Comparison): number => (expected as { status: number }).status
