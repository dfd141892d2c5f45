import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Comment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import { StaffComment } from '@tocsin/contract/events/timeline.ts'
import Type from 'typebox'
import { keyHeaders } from '../http/idempotency/request.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { acceptMultipart } from '../http/bodies/multipart/read-parts.ts'
import type { MediaService } from '../media/service.ts'
import { mediaUrlsFor } from '../media/download/urls.ts'
import { describeComments } from './describe.ts'
import { editOwnComment } from './edit-own.ts'
import { lockAny, lockOwn } from './lock.ts'
import { discardFilesOf, receiveComment } from './receive.ts'
import { deleteComment } from './delete.ts'
import { addCommentWithFiles } from './add-with-files.ts'

export const commentConsoleRoutes =
  (media: MediaService): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(multipartRoutes(media))

    app.patch(
      '/comments/:commentId',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'edit-own-comment',
          params: Type.Object({ commentId: Uuid }),
          body: Type.Object(
            { message: UpdateComment.properties.message },
            { additionalProperties: false, minProperties: 1 },
          ),
          response: responses(
            { 200: ref(Comment) },
            [400, 401, 403, 404, 500],
            ['comment_not_yours', 'comment_not_found', ...bodyCodes],
          ),
        },
      },
      (request) => editOwnComment(request.scope, request.params.commentId, request.body),
    )

    app.delete(
      '/comments/:commentId',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'remove-comment',
          params: Type.Object({ commentId: Uuid }),
          response: responses(
            { 204: Type.Null({ description: 'The comment is deleted.' }) },
            [400, 401, 403, 404, 500],
            ['comment_not_yours', 'comment_not_found'],
          ),
        },
      },
      async (request, reply) => {
        const lock = request.session.role === 'administrator' ? lockAny : lockOwn
        await deleteComment(request.scope, request.params.commentId, lock)
        return reply.code(204).send(null)
      },
    )
  }

/**
 * Operation that adds a comment with files. It has its own Fastify context, because its request bodies are multipart
 * and not JSON.
 */
const multipartRoutes =
  ({ storage, thumbnails }: MediaService): FastifyPluginAsyncTypebox =>
  async (app) => {
    acceptMultipart(app)

    app.post(
      '/incidents/:id/comments',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'write-comment',
          consumes: ['multipart/form-data'],
          params: Type.Object({ id: Uuid }),
          headers: keyHeaders,
          response: responses(
            { 201: StaffComment },
            [400, 401, 403, 404, 500],
            ['invalid_encoding', 'too_many_files', 'file_too_large', 'idempotency_key_reused', 'incident_not_found'],
          ),
        },
      },
      async (request, reply) => {
        const { scope, params, headers } = request
        const received = await receiveComment(request, storage)
        const adding = addCommentWithFiles(scope, storage, params.id, received, headers['idempotency-key'])
        const { comment, isReplay } = await adding.finally(() => discardFilesOf(received))
        if (!isReplay) await thumbnails.waitFor(received.files)
        const described = await describeComments(scope, [comment.id], mediaUrlsFor(request, storage))
        // Answer with this object if the comment was deleted before a retry, because `describeComments` omits deleted
        // comments.
        const deleted = { ...comment, madeThroughApi: false, media: [] }
        return reply.code(201).send(described.get(comment.id) ?? deleted)
      },
    )
  }
