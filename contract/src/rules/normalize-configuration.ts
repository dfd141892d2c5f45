import type { ConfigurationDraft } from '../console/configuration-draft.ts'
import { parseInstant } from '../read-scalars.ts'

/**
 * Normalizes a configuration, so that the rules and the database can compare its values: UUIDs in lower case, instants
 * in UTC with milliseconds.
 * @returns a copy with the same fields. Other values are unchanged.
 */
export const normalizeConfiguration = <Configuration extends ConfigurationDraft>(
  configuration: Configuration,
): Configuration => ({
  ...configuration,
  types: configuration.types.map((type) => ({
    ...type,
    id: type.id.toLowerCase(),
    profileId: type.profileId?.toLowerCase() ?? null,
  })),
  categories: configuration.categories.map((category) => ({
    ...category,
    id: category.id.toLowerCase(),
    typeId: category.typeId.toLowerCase(),
  })),
  profiles: configuration.profiles.map((profile) => ({
    ...profile,
    id: profile.id.toLowerCase(),
    fields: normalizeFields(profile.fields),
  })),
  defaultProfileId: configuration.defaultProfileId.toLowerCase(),
})

type Fields = ConfigurationDraft['profiles'][number]['fields']

function normalizeFields(fields: Fields): Fields {
  const normalized = { ...fields }
  for (const field of ['typeId', 'categoryId', 'locationId', 'pointId', 'assigneeId'] as const) {
    const rule = normalized[field]
    if (rule?.default !== undefined) normalized[field] = { ...rule, default: rule.default.toLowerCase() }
  }
  const { occurredAt } = normalized
  if (occurredAt?.default !== undefined) {
    // The default "now" is not an instant and stays unchanged.
    normalized.occurredAt = { ...occurredAt, default: parseInstant(occurredAt.default) ?? occurredAt.default }
  }
  return normalized
}
