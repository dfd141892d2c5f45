import type { ConfigurationContent } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Instant } from '../scalars.ts'
import type { IncidentValues } from '../rules/incident-values.ts'

/**
 * Second implementation of the creation rules, which tests compare with the first one. Shares no code with the first
 * one, so that the two do not have the same errors.
 * @returns the expected values of the creation, or undefined if the creation violates a rule.
 */
export function expectedValues(
  { types, categories, profiles, defaultProfileId }: ConfigurationContent,
  input: CreateIncident,
  receivedAt: Instant,
): IncidentValues | undefined {
  const formOfId = (id: string) => profiles.find((profile) => profile.id === id)!.fields
  const typeId = 'typeId' in input ? input.typeId : formOfId(defaultProfileId).typeId?.default
  const type = types.find(({ id }) => id === typeId)
  const form = formOfId(type?.profileId ? type.profileId : defaultProfileId)

  for (const [key, { rule }] of Object.entries(form)) {
    if (rule !== 'readOnly' && rule !== 'hidden') continue
    if (key in input) return undefined
    if (key === 'coordinates' && ('latitude' in input || 'longitude' in input)) return undefined
  }

  const wanted: Record<string, unknown> = {
    name: form.name?.default,
    description: form.description?.default,
    priority: form.priority?.default,
    locationId: form.locationId?.default,
    assigneeId: form.assigneeId?.default,
    occurredAt: form.occurredAt?.default === 'now' ? receivedAt : form.occurredAt?.default,
    tags: form.tags?.default,
    ...('latitude' in input || 'longitude' in input ? {} : form.coordinates?.default),
    ...input,
    typeId,
  }
  const category = categories.find(({ id }) => id === (input.categoryId ?? form.categoryId?.default))
  if (!('categoryId' in input) && category && category.typeId === typeId) wanted.categoryId = category.id
  const pointFits = form.locationId?.default !== undefined && form.locationId.default === wanted.locationId
  if (!('pointId' in input) && pointFits) wanted.pointId = form.pointId?.default

  for (const [key, { rule }] of Object.entries(form)) {
    if (rule === 'required' && String(wanted[key] ?? '').trim() === '') return undefined
  }
  if (wanted.typeId && !(type && type.active)) return undefined
  if (wanted.categoryId && !(category && category.active && category.typeId === typeId)) return undefined
  if (wanted.pointId && !wanted.locationId) return undefined
  if ((wanted.latitude === undefined) !== (wanted.longitude === undefined)) return undefined

  const none = { priority: 'NORMAL', occurredAt: receivedAt, tags: [], ...nothing }
  const values = Object.entries(none).map(([field, fallback]) => [field, wanted[field] ?? fallback])
  return Object.fromEntries(values) as IncidentValues
}

const nothing = {
  name: null,
  description: null,
  typeId: null,
  categoryId: null,
  locationId: null,
  pointId: null,
  assigneeId: null,
  latitude: null,
  longitude: null,
  externalId: null,
}
