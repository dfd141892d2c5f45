import { location, plainCategory, plainType, point, staffMember } from './organization.ts'

/** Ids of objects to which an incident can refer, keyed by the field of the incident. */
export const references = {
  typeId: plainType.id,
  categoryId: plainCategory.id,
  locationId: location.id,
  pointId: point.id,
  assigneeId: staffMember.id,
}

/** Returns a valid value for each field that both a creation and a change of an incident can have. */
export const everyField = (externalId = 'ERP-1') => ({
  name: 'Water on the floor',
  description: 'It comes from above.',
  ...references,
  priority: 'MAJOR',
  occurredAt: '2026-03-01T08:30:00.000Z',
  tags: ['wet'],
  latitude: 52.5,
  longitude: 13.4,
  externalId,
})
