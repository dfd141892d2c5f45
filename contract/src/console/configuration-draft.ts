import Type, { type Static, type TSchema } from 'typebox'
import { ruleNames } from '../rules/incident-values.ts'
import { categoriesMaximum, profilesMaximum, tagsMaximum, typesMaximum } from '../limits.ts'
import { Violation } from '../api/problem.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

/** Id and name of a staff user. */
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
 * Creation configuration that administrators are editing. A draft has the structure of ConfigurationContent, but its
 * names may be empty and its defaults invalid. Every ConfigurationContent is also a valid draft.
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

/** Last saved draft of an organization. If there is no draft, `content` is the content of the current revision. */
export const SavedDraft = Type.Object(
  {
    content: ConfigurationDraft,
    /** Revision that the draft started from. */
    basedOnRevision: Type.Integer(),
    /**
     * Current revision, which governs new incidents. It is higher than `basedOnRevision` if a revision was published
     * after the draft was started.
     */
    currentRevision: Type.Integer(),
    /** Version of the draft. The client sends it with the next save. Every save changes the version. */
    version: Type.Integer(),
    /** Time of the last save; null if there is no draft. */
    updatedAt: nullable(Instant),
    updatedBy: nullable(Person),
    /** Violations that prevent publishing, with JSON Pointers into `content`. */
    violations: Type.Array(ref(Violation)),
  },
  { additionalProperties: false },
)
export type SavedDraft = Static<typeof SavedDraft>

export const SaveDraft = Type.Object(
  {
    /** Version of the draft that the client has read. The save is rejected if the draft has been saved since then. */
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    basedOnRevision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    content: ConfigurationDraft,
  },
  { additionalProperties: false },
)
export type SaveDraft = Static<typeof SaveDraft>

export const PublishDraft = Type.Object(
  {
    /** Version of the draft that the administrator reviewed. */
    version: Type.Integer(),
    /**
     * Number of the current revision, which the draft replaces. Required if the draft is based on an older revision.
     * The number shows that the administrator knows of the newer revision, whose changes the draft lacks.
     */
    replacesRevision: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)
export type PublishDraft = Static<typeof PublishDraft>
