import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import { BatchPatch, type BatchResult } from '@tocsin/contract/api/incident-batch.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { CreateIncident as CreateIncidentSchema } from '@tocsin/contract/api/incident.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import { checkShape } from '../../http/problems/check-shape.ts'
import { Problem, violationAt } from '../../problem.ts'
import { requestDigest } from '../../request-digest.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncidentOnce } from '../change/change.ts'
import { rejectMalformedPatch } from '../change/reject-malformed.ts'
import { createIncident } from '../create/create.ts'
import { rejectMalformedCreation } from '../create/reject-malformed.ts'

export type Outcome = Pick<BatchResult, 'status' | 'isReplay'> & { incidentId: string; version: number }

const checkCreation = checkShape(ref(CreateIncidentSchema))
const checkPatch = checkShape(ref(BatchPatch))

/**
 * Runs one item of a batch (a creation or a change) in its own transaction.
 * @param item item as it was sent, with ids in lower case and instants in UTC. It may have any shape.
 * @param valueViolations violations in the item that a schema cannot detect, with pointers that begin at the item.
 * @throws the problems of a creation or a change.
 */
export function runItem(scope: OrganizationScope, item: unknown, valueViolations: Violation[]): Promise<Outcome> {
  const members = typeof item === 'object' && item !== null ? Object.entries(item) : []
  const [[kind, body] = [], ...others] = members
  if (others.length === 0 && kind === 'create') return create(scope, body, valueViolations)
  if (others.length === 0 && kind === 'patch') return change(scope, body, valueViolations)
  const message = 'An item must be an object with either "create" or "patch".'
  throw new Problem('invalid_request', { violations: [violationAt('', 'not_allowed_value', message)] })
}

async function create(scope: OrganizationScope, body: unknown, valueViolations: Violation[]): Promise<Outcome> {
  const violations = [...below('/create', valueViolations), ...checkCreation(body)]
  if (violations.length > 0) return rejectMalformedCreation(scope, body, violations)
  const { id, version, isReplay } = await createIncident(scope, body as CreateIncident)
  return { status: 201, incidentId: id, version, isReplay }
}

async function change(scope: OrganizationScope, patch: unknown, valueViolations: Violation[]): Promise<Outcome> {
  const violations = [...below('/patch', valueViolations), ...checkPatch(patch)]
  if (violations.length > 0) {
    const { id: incidentId, body } = Object(patch) as Partial<Record<string, unknown>>
    return rejectMalformedPatch(scope, incidentId, body, violations.map(inBody))
  }
  const { id, ifMatch, idempotencyKey, body } = patch as BatchPatch
  // Store `update-incident` as the operation, so that a change sent in a batch can be retried as a single request, and
  // vice versa.
  const request = { operation: 'update-incident', resourceId: id, requestSha256: requestDigest(body) }
  const { result, isReplay } = await changeIncidentOnce(scope, {
    incidentId: id,
    patch: body,
    keyed: idempotencyKey === undefined ? undefined : { ...request, key: idempotencyKey },
    ifMatch: ifMatch === undefined ? undefined : [String(ifMatch)],
    madeThroughApi: true,
  })
  return { status: 200, incidentId: id, version: result.version, isReplay }
}

/** Shortens pointers that begin at the item, so that they begin at a member of the item. */
const below = (member: string, violations: Violation[]): Violation[] =>
  violations.map((violation) => ({ ...violation, pointer: violation.pointer!.slice(member.length) }))

/**
 * Removes `body` from the start of the pointer and the message, so that the violation equals that of a single change.
 */
const inBody = (violation: Violation): Violation => ({
  ...violation,
  pointer: violation.pointer!.replace(/^\/body(?=\/)/, ''),
  message: violation.message.replace(/^body\//, ''),
})
