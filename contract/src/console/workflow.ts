import Type, { type Static } from 'typebox'
import { stateNameMaxLength } from '../limits.ts'
import { notBlank, Uuid } from '../scalars.ts'

const Transition = Type.Object({ fromStateId: Uuid, toStateId: Uuid }, { additionalProperties: false })

/** States of the workflow in order, and the allowed transitions between them. */
export const Workflow = Type.Object(
  {
    /** Version of the workflow. The client sends it with the next change. Every change raises the version. */
    version: Type.Integer(),
    states: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: Type.String(),
          /** True for the state in which new incidents start. */
          isInitial: Type.Boolean(),
          /** True if incidents in this state count as closed. */
          isFinal: Type.Boolean(),
          /** Current number of incidents in this state. */
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

/** Complete new workflow. The server adds states whose id is new, and removes states that the request omits. */
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

/** New workflow without the version: initial state, states and transitions. */
export type WorkflowContent = Omit<ChangeWorkflow, 'version'>
