import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'

/** Returns the length, in characters, of the texts of an incident that have no maximum length of their own. */
export const textLengthOf = ({
  description,
  externalId,
  tags,
}: Pick<PatchIncident, 'description' | 'externalId' | 'tags'>): number =>
  (description?.length ?? 0) + (externalId?.length ?? 0) + (tags ?? []).reduce((sum, tag) => sum + tag.length, 0)
