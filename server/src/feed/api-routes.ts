import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Comment } from '@tocsin/contract/api/comment.ts'
import { FeedPage } from '@tocsin/contract/api/event.ts'
import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { RawQuery } from '../http/addresses/query-string.ts'
import { acquireSlot } from '../http/guards/limit-concurrency.ts'
import { listParameter, pagingParameters } from '../http/lists/list-parameters.ts'
import { readListQuery, repeatedParameter, type ListShape } from '../http/lists/list-query.ts'
import { waitPreference } from '../http/lists/preference.ts'
import { responses } from '../http/problems/responses.ts'
import { Problem } from '../problem.ts'
import { allCommentsShape, listAllComments } from '../comments/list.ts'
import { addFeedPosition } from '../events/newest-position.ts'
import { readPosition } from '../events/position.ts'
import { sendTextPage, readStrictly } from '../http/lists/list-response.ts'
import { readFeed, type FeedQuery } from './read.ts'

const feedShape: ListShape<'id', 'kind'> = {
  paging: ['limit'],
  sorts: { id: 'uuid' },
  filters: { kind: { reads: 'oneOf', values: feedKinds } },
  defaultSort: [{ name: 'id', isDescending: false }],
}

/** Operations for callers who replicate an organization: the feed of its events, and the list of all its comments. */
export const feedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events',
    {
      config: { scope: 'read', isCompressed: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'list-events',
        summary: 'Follow the changes of the organization',
        description:
          'Returns the events after a position, oldest first, in the order of their commits. No event ever appears at or ' +
          'before a position that has been read. Begin with `Tocsin-Feed-Position` of a list, and continue with ' +
          '`meta.position`. Without `after`, the page is empty and has the newest position. A page of long events has ' +
          'fewer than `limit`. With `Prefer: wait=20` the response waits up to 20 seconds for an event. The feed ' +
          'reaches back 30 days.',
        tags: ['Events'],
        headers: Type.Object({ prefer: Type.Optional(Type.String({ examples: ['wait=20'] })) }),
        querystring: Type.Object({
          after: listParameter('Position up to which the caller has read.', 'c81e728d-1042'),
          kind: listParameter('Kinds of events.', 'in:incident.created,incident.changed'),
          limit: pagingParameters([], '').limit,
        }),
        response: responses({ 200: ref(FeedPage) }, [400, 401, 500], ['position_unknown', 'position_expired']),
      },
    },
    async (request, reply) => {
      const query = readFeedQuery(request.query)
      const waitMs = waitPreference(request)
      const page = await readFeed(request.scope, query)
      if (waitMs === undefined) return page
      void reply.header('preference-applied', `wait=${waitMs / 1000}`)
      if (page.meta.count > 0 || !page.meta.isLast) return page
      const disconnection = new AbortController()
      reply.raw.once('close', () => disconnection.abort())
      if (request.socket.destroyed) disconnection.abort()
      return waitForEvents(request, { ...query, after: page.meta.position }, { waitMs, signal: disconnection.signal })
    },
  )

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
        response: responses({ 200: listOf(ref(Comment)) }, [400, 401, 500]),
      },
    },
    async (request, reply) => {
      const query = readStrictly(allCommentsShape, request.query)
      await addFeedPosition(request, reply)
      return sendTextPage(request, reply, query, await listAllComments(request.scope, query))
    },
  )
}

function readFeedQuery({ after, ...others }: RawQuery): FeedQuery {
  const query = readListQuery(feedShape, others)
  const violations: Violation[] = [...query.violations, ...(Array.isArray(after) ? [repeatedParameter('after')] : [])]
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
  return { after: after as string | undefined, kinds: query.filters[0]?.values ?? feedKinds, limit: query.limit }
}

interface Wait {
  waitMs: number
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** Waits for events that match the query. Releases the concurrency slot of the request while it waits. */
async function waitForEvents(request: FastifyRequest, query: FeedQuery, { waitMs, signal }: Wait) {
  const { scope } = request
  const { feedWatcher } = scope.service
  const endsAtMs = performance.now() + waitMs
  let after = query.after!
  for (;;) {
    request.releaseSlot?.()
    request.releaseSlot = undefined
    // With `wait=0`, the wait is already over. Node warns about timers with a negative duration.
    const maximumMs = Math.max(endsAtMs - performance.now(), 0)
    const mayWaitAgain = await feedWatcher.wait(scope.organizationId, readPosition(after).number, maximumMs, signal)
    await acquireSlot(request, 0)
    // Check the API key again, because it may have been revoked during the wait.
    await request.checkAccess()
    const page = await readFeed(scope, { ...query, after })
    if (!mayWaitAgain || performance.now() >= endsAtMs || page.meta.count > 0 || !page.meta.isLast) return page
    after = page.meta.position
  }
}
