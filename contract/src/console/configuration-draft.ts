import Type, { type Static, type TSchema } from 'typebox'
import { ruleNames } from '../rules/incident-values.ts'
import { categoriesMaximum, profilesMaximum, tagsMaximum, typesMaximum } from '../limits.ts'
import { Violation } from '../api/problem.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

/** Staff user by name. */
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
 * ConfigurationContent during editing. It has the same structure, but names may be empty and defaults invalid. The list
 * `violations` of SavedDraft names the obstacles to publishing. Every ConfigurationContent is a valid draft.
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

/** Last saved draft of an organization, or its current revision if there is no draft. */
export const SavedDraft = Type.Object(
  {
    content: ConfigurationDraft,
    /** Revision that the editor started from. */
    basedOnRevision: Type.Integer(),
    /** Revision that governs creation now. Higher than `basedOnRevision` if it was published after the draft began. */
    currentRevision: Type.Integer(),
    /** Version to send with the next save. Every save changes it. */
    version: Type.Integer(),
    /** Null without a draft. */
    updatedAt: nullable(Instant),
    updatedBy: nullable(Person),
    /** Violations that prevent publishing, with pointers into the content. */
    violations: Type.Array(ref(Violation)),
  },
  { additionalProperties: false },
)
export type SavedDraft = Static<typeof SavedDraft>

export const SaveDraft = Type.Object(
  {
    /** Version that was read. The save is rejected if another save has changed it. */
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    basedOnRevision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    content: ConfigurationDraft,
  },
  { additionalProperties: false },
)
export type SaveDraft = Static<typeof SaveDraft>

export const PublishDraft = Type.Object(
  {
    /** Version that the administrator reviewed. */
    version: Type.Integer(),
    /** Current revision. It confirms replacing a revision that is newer than `basedOnRevision`. */
    replacesRevision: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)
export type PublishDraft = Static<typeof PublishDraft>
