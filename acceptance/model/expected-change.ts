import { isDeepStrictEqual } from 'node:util'
import { current, locations, points, profileById, states, users } from '../support/organization.ts'
import { invalidRequest, rejected, type Rejection } from '../support/rejection.ts'
import type { Incident } from '../support/resources.ts'

type Patch = Record<string, unknown>

/** Expected response to a patch of well-formed fields: a rejection, or the incident and the names of changed fields. */
export type ExpectedChange = { rejection: Rejection } | { rejection?: never; incident: Incident; changed: string[] }

const unruled = ['stateId', 'assigneeId', 'priority']

/** Predicts the response to a patch of an incident, from the rules of the contract. @see docs/contract.md#10.3 */
export function expectedChange(before: Incident, sent: Patch): ExpectedChange {
  const { comment: _, ...patch } = sent
  const after = { ...before, ...patch, ...('tags' in patch && { tags: patch.tags ?? [] }) } as Incident
  const changed = (Object.keys(after) as (keyof Incident)[]).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  )
  const transition = after.stateId === before.stateId ? [] : transitionViolations(before, after)
  const violations = [
    ...(changed.some((field) => !unruled.includes(field)) ? ruleViolations(before, after) : []),
    ...transition,
    ...referenceViolations(before, after),
  ]
  if (violations.length > 0) return { rejection: rejectionFor(violations) }
  return { incident: { ...after, version: before.version + (changed.length > 0 ? 1 : 0) }, changed }
}

function rejectionFor(violations: string[]) {
  if (violations.every((violation) => violation.endsWith('_not_found'))) {
    return rejected(404, 'reference_not_found', ...violations)
  }
  if (violations.join() === '/stateId transition_not_allowed') {
    return rejected(400, 'transition_not_allowed', ...violations)
  }
  return invalidRequest(...violations)
}

const isEmpty = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '')

function ruleViolations(before: Incident, after: Incident): string[] {
  const type = current.types.find(({ id }) => id === after.typeId)
  const profile = profileById(current, type?.profileId ?? current.defaultProfileId)
  const emptied = Object.entries(profile.fields)
    .filter(([, { rule }]) => rule === 'required')
    .map(([field]) => field as keyof Incident)
    .filter((field) => isEmpty(after[field]) && !isEmpty(before[field]))
  const checks: [boolean, string][] = [
    [after.typeId !== null && after.typeId !== before.typeId && !type, '/typeId unknown_type'],
    [after.typeId !== before.typeId && type?.active === false, '/typeId inactive_type'],
    [
      after.pointId !== null && after.locationId === null && !emptied.includes('locationId'),
      '/pointId location_required',
    ],
    [after.latitude === null && after.longitude !== null, '/latitude coordinates_incomplete'],
    [after.longitude === null && after.latitude !== null, '/longitude coordinates_incomplete'],
  ]
  return [
    ...emptied.map((field) => `/${field} required`),
    ...checks.filter(([isViolated]) => isViolated).map(([, violation]) => violation),
    ...categoryViolations(before, after, emptied.includes('typeId')),
  ]
}

function categoryViolations(before: Incident, after: Incident, isTypeEmptied: boolean): string[] {
  const { typeId, categoryId } = after
  const isUnchanged = typeId === before.typeId && categoryId === before.categoryId
  if (categoryId === null || isUnchanged) return []
  const category = current.categories.find(({ id }) => id === categoryId)
  const hasType = typeId === before.typeId || current.types.some(({ id }) => id === typeId)
  const checks: [boolean, string][] = [
    [typeId === null && !isTypeEmptied, 'type_required'],
    [!category, 'unknown_category'],
    [category?.active === false, 'inactive_category'],
    [typeId !== null && hasType && category !== undefined && category.typeId !== typeId, 'category_not_in_type'],
  ]
  return checks.filter(([isViolated]) => isViolated).map(([, code]) => `/categoryId ${code}`)
}

function transitionViolations(before: Incident, { stateId }: Incident): string[] {
  const from = states.find(({ id }) => id === before.stateId)
  if (from?.nextStateIds.includes(stateId)) return []
  return [states.some(({ id }) => id === stateId) ? '/stateId transition_not_allowed' : '/stateId state_not_found']
}

/**
 * Returns the violations of the references that a change sets. If the change sets another location but leaves the
 * point, the point of the former location is a violation, too.
 */
function referenceViolations(before: Incident, after: Incident): string[] {
  const { locationId, pointId, assigneeId } = after
  const isNew = (field: 'locationId' | 'pointId' | 'assigneeId') => after[field] !== before[field]
  if (!isNew('locationId') && !isNew('pointId') && !isNew('assigneeId')) return []
  const location = locations.find(({ id }) => id === locationId)
  const point = points.find(({ id }) => id === pointId)
  const assignee = users.find(({ id }) => id === assigneeId)
  const isElsewhere = location !== undefined && point !== undefined && point.locationId !== location.id
  const checks: [boolean | undefined, string][] = [
    [locationId !== null && !location, '/locationId location_not_found'],
    [isNew('locationId') && location?.archived, '/locationId location_archived'],
    [pointId !== null && !point, '/pointId point_not_found'],
    [isElsewhere, '/pointId point_not_in_location'],
    [isNew('pointId') && point?.archived && !isElsewhere, '/pointId point_archived'],
    [assigneeId !== null && !assignee, '/assigneeId assignee_not_found'],
    [isNew('assigneeId') && assignee?.archived, '/assigneeId assignee_archived'],
  ]
  return checks.filter(([isViolated]) => isViolated).map(([, violation]) => violation)
}
