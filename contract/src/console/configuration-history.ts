import Type, { type Static } from 'typebox'
import { Person } from './configuration-draft.ts'
import { revisionAgeMaximumDays } from '../limits.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

/** One value that differs; `from` or `to` is absent if there was or is no value. */
export const Change = Type.Object(
  {
    property: Type.String({ description: 'The name of the property; for a profile also `fields.<field>`.' }),
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

/** How the Types, Categories and profiles of two configurations differ. */
export const ConfigurationChanges = Type.Object(
  {
    types: EntryChanges,
    categories: EntryChanges,
    profiles: EntryChanges,
    /** The profile that governs where a Type names none. */
    defaultProfileId: nullable(Change),
  },
  { additionalProperties: false },
)
export type ConfigurationChanges = Static<typeof ConfigurationChanges>

/** One revision in the history, and how much it was used. */
export const RevisionSummary = Type.Object(
  {
    revision: Type.Integer(),
    publishedAt: Instant,
    /** Null if it is not known who did. */
    publishedBy: nullable(Person),
    /** Incidents created under it, deleted ones too. */
    creations: Type.Integer(),
    creationsLast30Days: Type.Integer(),
    lastUsedAt: nullable(Instant),
  },
  { additionalProperties: false },
)
export type RevisionSummary = Static<typeof RevisionSummary>

/** How long a revision may still be used after it is replaced; null: for ever. */
export const OldestRevisionAge = Type.Object(
  { days: nullable(Type.Integer({ minimum: 0, maximum: revisionAgeMaximumDays })) },
  { additionalProperties: false },
)
export type OldestRevisionAge = Static<typeof OldestRevisionAge>
