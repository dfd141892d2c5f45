import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Comment, CreateComment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import { IdempotencyKey } from '@tocsin/contract/api/idempotency-key.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import type { ProblemCode, Violation } from '@tocsin/contract/api/problem.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { rejectUsedKey } from '../http/idempotency/create-once.ts'
import { runOnce, markReplay } from '../http/idempotency/request.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { sendTextPage } from '../http/lists/list-response.ts'
import { pagingParameters } from '../http/lists/list-parameters.ts'
import { readListQuery, readRequiredId } from '../http/lists/list-query.ts'
import { extension } from '../http/openapi/mark-extensions.ts'
import type { RawQuery } from '../http/addresses/query-string.ts'
import { Problem } from '../problem.ts'
import { shapeViolations } from '../http/problems/shape-violations.ts'
import { addComment } from './add.ts'
import { editComment } from './edit.ts'
import { commentListShape, incidentParameterNotFound, listComments } from './list.ts'
import { lockMadeThroughApi } from './lock.ts'
import { hasIncident, readEvenDeleted } from './queries.ts'
import { readComment } from './read.ts'
import { rejectMalformedComment } from './reject-malformed.ts'
import { deleteComment } from './delete.ts'

const tags = ['Comments']
const changeCodes: ProblemCode[] = ['idempotency_key_reused', 'comment_not_from_api', 'comment_not_found']
const params = Type.Object({ commentId: Uuid })
const keyed = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ ...IdempotencyKey, ...extension })) })

/** Lists the comments on an incident, in both the external API and the console API. */
export const commentListRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/comments/by-entity-type/incident',
    {
      config: { scope: 'read', isSpecified: true },
      schema: {
        operationId: 'list-comments',
        summary: 'List the comments on an incident',
        description:
          'Lists comments of staff and comments made through this API. The default order is oldest first. ' +
          '`Link: rel="next"` is the address of the next page.',
        tags,
        querystring: Type.Object({
          relatedEntityId: Type.String({ format: 'uuid', description: 'Id of the incident.' }),
          ...pagingParameters(Object.keys(commentListShape.sorts), '-createdAt'),
        }),
        response: responses({ 200: listOf(ref(Comment)) }, [400, 401, 404, 500], ['incident_not_found']),
      },
    },
    async (request, reply) => {
      const { relatedEntityId, ...others }: RawQuery = request.query
      const violations: Violation[] = []
      const incidentId = readRequiredId('relatedEntityId', relatedEntityId, violations)
      const query = readListQuery(commentListShape, others)
      violations.push(...query.violations)
      if (!incidentId || violations.length > 0) {
        const isMissing = incidentId && !(await hasIncident(request.scope, incidentId))
        if (isMissing) violations.push(incidentParameterNotFound)
        throw new Problem('invalid_request', { violations })
      }
      return sendTextPage(request, reply, query, await listComments(request.scope, incidentId, query))
    },
  )
}

/** Operations on comments in the external API. */
export const commentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(commentListRoutes)

  app.get(
    '/comments/:commentId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'get-comment',
        summary: 'Read a comment',
        description: 'Reads a comment of staff or a comment made through this API.',
        tags,
        params,
        response: responses({ 200: ref(Comment) }, [400, 401, 404, 500], ['comment_not_found']),
      },
    },
    (request) => readComment(request.scope, request.params.commentId),
  )

  app.post(
    '/comments/by-entity-type/incident',
    {
      config: { scope: 'write', isSpecified: true, isBatched: true },
      attachValidation: true,
      schema: {
        operationId: 'create-comment',
        summary: 'Comment on an incident',
        description:
          'The header `Idempotency-Key` makes retries safe: each key creates one comment. A retry with the same body ' +
          'returns the current comment and the header `Idempotent-Replayed: true`. Keys belong to the organization, all ' +
          'operations share them, and they never expire. A rejected creation does not use up its key.',
        tags,
        headers: keyed,
        body: ref(CreateComment),
        response: responses(
          { 201: ref(Comment) },
          [400, 401, 404, 500],
          ['idempotency_key_reused', 'incident_not_found', ...bodyCodes],
        ),
      },
    },
    async (request, reply) => {
      const { scope, body, headers } = request
      const idempotencyKey = headers['idempotency-key']
      const violations = shapeViolations(request)
      if (violations.length > 0) {
        if (idempotencyKey !== undefined) await rejectUsedKey(scope, idempotencyKey)
        return rejectMalformedComment(scope, body, violations)
      }
      const { comment, isReplay } = await addComment(scope, body, { madeThroughApi: true, idempotencyKey })
      markReplay(reply, isReplay)
      return reply.code(201).send(comment)
    },
  )

  app.patch(
    '/comments/:commentId',
    {
      config: { scope: 'write', isSpecified: true },
      schema: {
        operationId: 'update-comment',
        summary: 'Change a comment',
        description:
          'Changes the fields in the body; at least one is required, and null clears a field. `edited` becomes true ' +
          'when the message changes. Only comments that were created through this API can be changed.',
        tags,
        params,
        headers: keyed,
        body: ref(UpdateComment),
        response: responses({ 200: ref(Comment) }, [400, 401, 404, 500], [...changeCodes, ...bodyCodes]),
      },
    },
    (request, reply) => {
      const { commentId } = request.params
      return runOnce(request, reply, commentId, {
        run: (inner) => editComment(inner, commentId, request.body, lockMadeThroughApi),
        replay: (inner) => readEvenDeleted(inner, commentId),
      })
    },
  )

  app.delete(
    '/comments/:commentId',
    {
      config: { scope: 'write', isSpecified: true },
      schema: {
        operationId: 'delete-comment',
        summary: 'Delete a comment',
        description:
          'Only comments that were created through this API can be deleted. Deleting a comment again returns 404.',
        tags,
        params,
        headers: keyed,
        response: responses(
          { 204: Type.Null({ description: 'The comment is deleted.' }) },
          [400, 401, 404, 500],
          changeCodes,
        ),
      },
    },
    async (request, reply) => {
      const { commentId } = request.params
      await runOnce(request, reply, commentId, {
        run: (inner) => deleteComment(inner, commentId, lockMadeThroughApi),
        replay: async () => undefined,
      })
      return reply.code(204).send(null)
    },
  )
}
