import Type from 'typebox'
import { nullable, Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineIncidentEvent } from './define.ts'

const fields = { message: nullable(Type.String()), externalId: nullable(Type.String()) }

export const commentCreated = defineIncidentEvent({
  kind: 'comment.created',
  version: 1,
  meaning: 'A comment was added to an incident.',
  isInFeed: true,
  data: { commentId: Uuid, ...fields },
})

export const commentChanged = defineIncidentEvent({
  kind: 'comment.changed',
  version: 1,
  meaning: 'Fields of a comment were changed.',
  isInFeed: true,
  data: { commentId: Uuid, changes: changesOf(fields) },
})

export const commentDeleted = defineIncidentEvent({
  kind: 'comment.deleted',
  version: 1,
  meaning: 'A comment was deleted.',
  isInFeed: true,
  data: {
    commentId: Uuid,
    createdBy: Type.String({ format: 'uuid', description: 'Author of the comment.' }),
  },
})
