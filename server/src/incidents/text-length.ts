import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'

/** Returns the total length, in characters, of the description, the external id and the tags of an incident. */
export const textLengthOf = ({
  description,
  externalId,
  tags,
}: Pick<PatchIncident, 'description' | 'externalId' | 'tags'>): number =>
  (description?.length ?? 0) + (externalId?.length ?? 0) + (tags ?? []).reduce((sum, tag) => sum + tag.length, 0)
