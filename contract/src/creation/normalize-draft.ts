import type { ConfigurationDraft, FieldRules } from '../configuration.ts'
import { parseInstant } from '../read-scalars.ts'

/**
 * Writes a draft as the rules and the database compare it: UUIDs in lower case, instants in UTC with milliseconds.
 * @param draft has passed the schema ConfigurationDraft.
 * @returns a copy with the same keys; whatever is neither UUID nor instant is the same value.
 */
export const normalizeDraft = (draft: ConfigurationDraft): ConfigurationDraft => ({
  ...draft,
  types: draft.types.map((type) => ({
    ...type,
    id: type.id.toLowerCase(),
    profileId: type.profileId?.toLowerCase() ?? null,
  })),
  categories: draft.categories.map((category) => ({
    ...category,
    id: category.id.toLowerCase(),
    typeId: category.typeId.toLowerCase(),
  })),
  profiles: draft.profiles.map((profile) => ({
    ...profile,
    id: profile.id.toLowerCase(),
    fields: normalizeFields(profile.fields),
  })),
  defaultProfileId: draft.defaultProfileId.toLowerCase(),
})

function normalizeFields(fields: FieldRules): FieldRules {
  const normalized = { ...fields }
  for (const field of ['typeId', 'categoryId', 'locationId', 'pointId', 'assigneeId'] as const) {
    const rule = normalized[field]
    if (rule?.default !== undefined) {
      Object.assign(normalized, { [field]: { ...rule, default: rule.default.toLowerCase() } })
    }
  }
  const { occurredAt } = normalized
  if (occurredAt?.default !== undefined) {
    // "now" is no instant, and stays.
    normalized.occurredAt = { ...occurredAt, default: parseInstant(occurredAt.default) ?? occurredAt.default }
  }
  return normalized
}
