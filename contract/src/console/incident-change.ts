import Type, { type Static } from 'typebox'

/**
 * Number of incidents that match a filter. Counting stops at a limit. `hasMore` is true if there are matching incidents
 * beyond this limit.
 */
export const IncidentCount = Type.Object(
  { count: Type.Integer(), hasMore: Type.Boolean() },
  { additionalProperties: false },
)
export type IncidentCount = Static<typeof IncidentCount>
