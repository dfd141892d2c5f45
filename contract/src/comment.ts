import Type, { type Static } from 'typebox'
import { Instant, nullable, Uuid } from './scalars.ts'

export const messageMaxLength = 250

const Message = nullable(Type.String({ maxLength: messageMaxLength }))

/** The body of create-comment (specification 4.4). */
export const CreateComment = Type.Object(
  {
    relatedEntityId: Uuid,
    message: Type.Optional(Message),
    externalId: Type.Optional(nullable(Type.String())),
  },
  { $id: 'CreateComment', additionalProperties: false },
)
export type CreateComment = Static<typeof CreateComment>

/** The body of update-comment (specification 4.5): an absent field keeps its value, null clears it. */
export const UpdateComment = Type.Object(
  {
    message: Type.Optional(Message),
    externalId: Type.Optional(nullable(Type.String())),
  },
  { $id: 'UpdateComment', additionalProperties: false, minProperties: 1 },
)
export type UpdateComment = Static<typeof UpdateComment>

/** A Comment as every operation answers with it (specification 2.3). */
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
  { $id: 'Comment', additionalProperties: false },
)
export type Comment = Static<typeof Comment>
