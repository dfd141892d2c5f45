import Type, { type Static } from 'typebox'
import { Person } from './configuration-draft.ts'
import { revisionAgeMaximumDays } from '../limits.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

/**
 * Old and new value of a changed property. `from` is absent if the property had no old value, and `to` if it has no new
 * value.
 */
export const Change = Type.Object(
  {
    property: Type.String({ description: 'Name of the property; for a profile also `fields.<field>`.' }),
    from: Type.Optional(Type.Unknown()),
    to: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)
export type Change = Static<typeof Change>

const entry = { id: Uuid, name: Type.String() }

export const EntryChanges = Type.Object(
  {
    added: Type.Array(Type.Object(entry, { additionalProperties: false })),
    removed: Type.Array(Type.Object(entry, { additionalProperties: false })),
    changed: Type.Array(Type.Object({ ...entry, changes: Type.Array(Change) }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)
export type EntryChanges = Static<typeof EntryChanges>

/** Difference between two creation configurations. */
export const ConfigurationChanges = Type.Object(
  {
    types: EntryChanges,
    categories: EntryChanges,
    profiles: EntryChanges,
    /** Change of the default profile, which governs types without a profile; null if it is unchanged. */
    defaultProfileId: nullable(Change),
  },
  { additionalProperties: false },
)
export type ConfigurationChanges = Static<typeof ConfigurationChanges>

/** Published revision in the history, with the number of incidents created under it. */
export const RevisionSummary = Type.Object(
  {
    revision: Type.Integer(),
    publishedAt: Instant,
    /** User who published the revision; null if unknown. */
    publishedBy: nullable(Person),
    /** Number of incidents created under this revision, including incidents that were deleted later. */
    creations: Type.Integer(),
    creationsLast30Days: Type.Integer(),
    lastUsedAt: nullable(Instant),
  },
  { additionalProperties: false },
)
export type RevisionSummary = Static<typeof RevisionSummary>

/** Number of days for which creations may still use a revision after its replacement; null without a limit. */
export const OldestRevisionAge = Type.Object(
  { days: nullable(Type.Integer({ minimum: 0, maximum: revisionAgeMaximumDays })) },
  { additionalProperties: false },
)
export type OldestRevisionAge = Static<typeof OldestRevisionAge>
