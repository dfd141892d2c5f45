import Type, { type Static } from 'typebox'
import { Person } from './configuration-draft.ts'
import { revisionAgeMaximumDays } from '../limits.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

/** Changed value. `from` is absent if there was no value before, `to` if there is none now. */
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

/** Difference between two configurations. */
export const ConfigurationChanges = Type.Object(
  {
    types: EntryChanges,
    categories: EntryChanges,
    profiles: EntryChanges,
    /** Change of the profile for types that name no profile. */
    defaultProfileId: nullable(Change),
  },
  { additionalProperties: false },
)
export type ConfigurationChanges = Static<typeof ConfigurationChanges>

/** Revision in the history, with its usage. */
export const RevisionSummary = Type.Object(
  {
    revision: Type.Integer(),
    publishedAt: Instant,
    /** Null if the publisher is unknown. */
    publishedBy: nullable(Person),
    /** Incidents created under this revision, including deleted ones. */
    creations: Type.Integer(),
    creationsLast30Days: Type.Integer(),
    lastUsedAt: nullable(Instant),
  },
  { additionalProperties: false },
)
export type RevisionSummary = Static<typeof RevisionSummary>

/** Days for which a replaced revision may still be used; null without a limit. */
export const OldestRevisionAge = Type.Object(
  { days: nullable(Type.Integer({ minimum: 0, maximum: revisionAgeMaximumDays })) },
  { additionalProperties: false },
)
export type OldestRevisionAge = Static<typeof OldestRevisionAge>
