import Type, { type Static } from 'typebox'
import { oneOf } from '../scalars.ts'
import { templateNames } from '../templates/template-names.ts'

const isDone = Type.Boolean()

/** First steps of a new organization. Each property is true if its step is done. */
export const FirstSteps = Type.Object(
  {
    /**
     * True if there are report forms with types, or if the workflow was changed. Once it is true, no template can be
     * applied.
     */
    reportForms: isDone,
    /** True if there is a location. */
    locations: isDone,
    /** True if there are at least two staff users. */
    colleagues: isDone,
    /** True if there is an incident. */
    incident: isDone,
    /** True if there is an API key. */
    apiKey: isDone,
  },
  { additionalProperties: false },
)
export type FirstSteps = Static<typeof FirstSteps>

export const ApplyTemplate = Type.Object({ template: oneOf(templateNames) }, { additionalProperties: false })
export type ApplyTemplate = Static<typeof ApplyTemplate>
