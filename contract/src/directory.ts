import Type, { type Static } from 'typebox'
import { nullable, Uuid } from './scalars.ts'

export const Location = Type.Object(
  { id: Uuid, name: Type.String(), externalId: nullable(Type.String()), archived: Type.Boolean() },
  { $id: 'Location', additionalProperties: false },
)
export type Location = Static<typeof Location>

export const Point = Type.Object(
  { id: Uuid, locationId: Uuid, name: Type.String(), archived: Type.Boolean() },
  { $id: 'Point', additionalProperties: false },
)
export type Point = Static<typeof Point>

export const userKinds = ['staff', 'external_api_auditor', 'operator'] as const

export const User = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    kind: Type.Unsafe<(typeof userKinds)[number]>({ type: 'string', enum: [...userKinds] }),
    archived: Type.Boolean(),
  },
  { $id: 'User', additionalProperties: false },
)
export type User = Static<typeof User>

export const WorkflowState = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    isInitial: Type.Boolean(),
    isFinal: Type.Boolean(),
    nextStateIds: Type.Array(Uuid, { description: 'The states that a transition leads to from here.' }),
  },
  { $id: 'WorkflowState', additionalProperties: false },
)
export type WorkflowState = Static<typeof WorkflowState>
