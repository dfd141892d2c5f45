import Type, { type Static } from 'typebox'
import { messageMaxLength } from '../limits.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

const Message = nullable(Type.String({ maxLength: messageMaxLength }))

/**
 * Request body of the operation create-comment.
 * @see docs/contract.md#4.4
 */
export const CreateComment = Type.Object(
  {
    relatedEntityId: Uuid,
    message: Type.Optional(Message),
    externalId: Type.Optional(nullable(Type.String())),
  },
  {
    $id: 'CreateComment',
    additionalProperties: false,
    examples: [
      {
        relatedEntityId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77',
        message: 'Compressor restarted, -18 °C again',
        externalId: 'gateway-17/note-7',
      },
    ],
  },
)
export type CreateComment = Static<typeof CreateComment>

/**
 * Request body of the operation update-comment. An absent field keeps its value. Null clears the field.
 * @see docs/contract.md#4.5
 */
export const UpdateComment = Type.Object(
  {
    message: Type.Optional(Message),
    externalId: Type.Optional(nullable(Type.String())),
  },
  {
    $id: 'UpdateComment',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ message: 'Compressor replaced, -18 °C again' }],
  },
)
export type UpdateComment = Static<typeof UpdateComment>

/**
 * Comment as the API returns it in responses.
 * @see docs/contract.md#2.3
 */
export const Comment = Type.Object(
  {
    id: Uuid,
    relatedEntityId: Uuid,
    message: Message,
    mediaIds: Type.Array(Uuid),
    createdAt: Instant,
    createdBy: Uuid,
    edited: Type.Boolean(),
    externalId: nullable(Type.String()),
  },
  {
    $id: 'Comment',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c4-61a0-7f0e-8d3c-5b1d9e7a4f02',
        relatedEntityId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77',
        message: 'Compressor restarted, -18 °C again',
        mediaIds: [],
        createdAt: '2026-03-01T08:41:10.004Z',
        createdBy: '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44',
        edited: false,
        externalId: 'gateway-17/note-7',
      },
    ],
  },
)
export type Comment = Static<typeof Comment>
