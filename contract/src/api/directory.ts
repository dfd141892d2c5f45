import Type, { type Static } from 'typebox'
import { nullable, oneOf, Uuid } from '../scalars.ts'

export const Location = Type.Object(
  { id: Uuid, name: Type.String(), externalId: nullable(Type.String()), archived: Type.Boolean() },
  {
    $id: 'Location',
    additionalProperties: false,
    examples: [
      { id: '0199a3c1-1c2d-7e3f-8a4b-5c6d7e8f9a01', name: 'Harbour Street', externalId: 'STORE-01', archived: false },
    ],
  },
)
export type Location = Static<typeof Location>

export const Point = Type.Object(
  { id: Uuid, locationId: Uuid, name: Type.String(), archived: Type.Boolean() },
  {
    $id: 'Point',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c1-2d3e-7f4a-9b5c-6d7e8f9a0b12',
        locationId: '0199a3c1-1c2d-7e3f-8a4b-5c6d7e8f9a01',
        name: 'Freezer 3',
        archived: false,
      },
    ],
  },
)
export type Point = Static<typeof Point>

export const userKinds = ['staff', 'external_api_auditor', 'operator'] as const

export const User = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    kind: oneOf(userKinds),
    archived: Type.Boolean(),
  },
  {
    $id: 'User',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44',
        name: 'External API auditor',
        kind: 'external_api_auditor',
        archived: false,
      },
    ],
  },
)
export type User = Static<typeof User>

export const WorkflowState = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    isInitial: Type.Boolean(),
    isFinal: Type.Boolean(),
    nextStateIds: Type.Array(Uuid, { description: 'States that a transition leads to from this state.' }),
  },
  {
    $id: 'WorkflowState',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c0-0a4b-7d38-8a51-6f2d9b0c4e13',
        name: 'Open',
        isInitial: true,
        isFinal: false,
        nextStateIds: ['0199a3c0-0a4b-7d39-9b62-7a3e0c1d5f24'],
      },
    ],
  },
)
export type WorkflowState = Static<typeof WorkflowState>
