import Type from 'typebox'
import { Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const State = Type.Object({ id: Uuid, name: Type.String(), isFinal: Type.Boolean() }, { additionalProperties: false })
const Transition = Type.Object({ fromStateId: Uuid, toStateId: Uuid }, { additionalProperties: false })

export const workflowCreated = defineEvent({
  kind: 'workflow.created',
  version: 1,
  meaning: 'A new organization got its first workflow.',
  isInFeed: true,
  data: { states: Type.Array(Type.String(), { description: 'Names of the states, in order.' }) },
})

export const workflowChanged = defineEvent({
  kind: 'workflow.changed',
  version: 1,
  meaning: 'The states, the initial state or the transitions of the workflow were changed.',
  isInFeed: true,
  data: {
    changes: changesOf({
      states: Type.Array(State),
      initialStateId: Uuid,
      transitions: Type.Array(Transition),
    }),
  },
})
