import Type, { type Static, type TSchema } from 'typebox'
import { ruleNames } from '../rules/incident-values.ts'
import { categoriesMaximum, profilesMaximum, tagsMaximum, typesMaximum } from '../limits.ts'
import { Violation } from '../api/problem.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

/** Somebody of the staff, by name. */
export const Person = Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false })
export type Person = Static<typeof Person>

const draftRule = <Value extends TSchema>(value: Value) =>
  Type.Optional(
    Type.Object(
      {
        rule: oneOf(ruleNames),
        default: Type.Optional(value),
      },
      { additionalProperties: false },
    ),
  )

const text = Type.String()

/**
 * A ConfigurationContent while it is edited: it has the same structure, but a name may still be empty and a default
 * invalid. `violations` beside it lists what keeps it from being published. Every ConfigurationContent is a valid draft.
 */
export const ConfigurationDraft = Type.Object(
  {
    types: Type.Array(
      Type.Object(
        { id: Uuid, name: text, active: Type.Boolean(), profileId: nullable(text) },
        { additionalProperties: false },
      ),
      { maxItems: typesMaximum },
    ),
    categories: Type.Array(
      Type.Object({ id: Uuid, typeId: text, name: text, active: Type.Boolean() }, { additionalProperties: false }),
      { maxItems: categoriesMaximum },
    ),
    profiles: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: text,
          fields: Type.Object(
            {
              name: draftRule(text),
              description: draftRule(text),
              typeId: draftRule(text),
              categoryId: draftRule(text),
              priority: draftRule(text),
              locationId: draftRule(text),
              pointId: draftRule(text),
              assigneeId: draftRule(text),
              occurredAt: draftRule(text),
              tags: draftRule(Type.Array(text, { maxItems: tagsMaximum })),
              coordinates: draftRule(
                Type.Object(
                  { latitude: Type.Optional(Type.Number()), longitude: Type.Optional(Type.Number()) },
                  { additionalProperties: false },
                ),
              ),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: profilesMaximum },
    ),
    defaultProfileId: text,
  },
  { additionalProperties: false },
)
export type ConfigurationDraft = Static<typeof ConfigurationDraft>

/** The draft of an Organization as last saved, or the current revision if nothing is being edited. */
export const SavedDraft = Type.Object(
  {
    content: ConfigurationDraft,
    /** The revision that its editor started from. */
    basedOnRevision: Type.Integer(),
    /** The revision that governs creation now; if it is higher than `basedOnRevision`, it was published since the draft was started. */
    currentRevision: Type.Integer(),
    /** Must be sent with the next save; every save changes it. */
    version: Type.Integer(),
    /** Null: nothing is being edited. */
    updatedAt: nullable(Instant),
    updatedBy: nullable(Person),
    /** Everything that keeps the content from being published, with pointers into it. */
    violations: Type.Array(ref(Violation)),
  },
  { additionalProperties: false },
)
export type SavedDraft = Static<typeof SavedDraft>

export const SaveDraft = Type.Object(
  {
    /** The version that was read. If it is no longer the current one, somebody has saved since, and this is refused. */
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    basedOnRevision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    content: ConfigurationDraft,
  },
  { additionalProperties: false },
)
export type SaveDraft = Static<typeof SaveDraft>

export const PublishDraft = Type.Object(
  {
    /** The version that the administrator looked at. */
    version: Type.Integer(),
    /** The current revision, to replace it knowingly although it is newer than the one the draft is based on. */
    replacesRevision: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)
export type PublishDraft = Static<typeof PublishDraft>
