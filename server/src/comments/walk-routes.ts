import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Comment } from '@tocsin/contract/api/comment.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { addFeedPosition } from '../events/add-feed-position.ts'
import { answerPage, rejectViolations } from '../http/lists/list-answer.ts'
import { pagingParameters } from '../http/lists/list-parameters.ts'
import { readListQuery } from '../http/lists/list-query.ts'
import { answers } from '../http/problems/answers.ts'
import { allCommentsShape, listAllComments } from './list.ts'

/** Operation that walks the comments of the whole organization, for callers who replicate it. */
export const commentWalkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { limit, cursor } = pagingParameters([], '')
  app.get(
    '/comments',
    {
      config: { scope: 'read', isCompressed: true },
      schema: {
        operationId: 'list-all-comments',
        summary: 'List the comments on all incidents',
        description:
          'Lists every comment in the order of ids, except those on deleted incidents. Walk it to build a replica, then ' +
          'follow the events from `Tocsin-Feed-Position` of the first page.',
        tags: ['Comments'],
        querystring: Type.Object({ limit, cursor }),
        response: answers({ 200: listOf(ref(Comment)) }, [400, 401, 500]),
      },
    },
    async (request, reply) => {
      const query = readListQuery(allCommentsShape, request.query)
      rejectViolations(query)
      await addFeedPosition(request, reply)
      return answerPage(request, reply, query, await listAllComments(request.scope, query))
    },
  )
}
