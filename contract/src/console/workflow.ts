import Type, { type Static } from 'typebox'
import { stateNameMaxLength } from '../limits.ts'
import { notBlank, Uuid } from '../scalars.ts'

const Transition = Type.Object({ fromStateId: Uuid, toStateId: Uuid }, { additionalProperties: false })

/** The workflow: its states in order, and which may follow which. */
export const Workflow = Type.Object(
  {
    /** Must be sent with the next change; every change raises it. */
    version: Type.Integer(),
    states: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: Type.String(),
          /** New Incidents are in it. */
          isInitial: Type.Boolean(),
          /** Incidents in it count as closed. */
          isFinal: Type.Boolean(),
          /** Incidents that are in it now. */
          incidentCount: Type.Integer(),
        },
        { additionalProperties: false },
      ),
    ),
    transitions: Type.Array(Transition),
  },
  { additionalProperties: false },
)
export type Workflow = Static<typeof Workflow>

/** The whole workflow as it is to be. A state with a new id is added, one that is left out is removed. */
export const ChangeWorkflow = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    initialStateId: Uuid,
    states: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: notBlank(stateNameMaxLength),
          isFinal: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 100 },
    ),
    transitions: Type.Array(Transition, { maxItems: 2_000 }),
  },
  { additionalProperties: false },
)
export type ChangeWorkflow = Static<typeof ChangeWorkflow>

/** What a workflow says, without its version and counts. */
export type WorkflowContent = Omit<ChangeWorkflow, 'version'>
