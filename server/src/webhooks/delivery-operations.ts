import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listOf } from '@tocsin/contract/api/list.ts'
import { ReplayWebhookEvents, SkipWebhookEvent, WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { pageResponse, readStrictly } from '../http/lists/list-response.ts'
import { pagingParameters } from '../http/lists/list-parameters.ts'
import { keyHeaders } from '../http/idempotency/request.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { attemptListShape, listAttempts } from './deliveries/list.ts'
import { replayEvents } from './deliveries/replay.ts'
import type { WebhookSender } from './deliveries/sender.ts'
import { skipEvent } from './deliveries/skip.ts'
import { testEndpoint } from './deliveries/test-endpoint.ts'
import { pauseEndpoint } from './endpoints/pause.ts'
import { resumeEndpoint } from './endpoints/resume.ts'
import { changeOnce, config, params, tags } from './endpoint-operation.ts'

const endpointResponses = responses(
  { 200: ref(WebhookEndpoint) },
  [400, 401, 404, 500],
  ['webhook_endpoint_not_found', 'idempotency_key_reused'],
)

type App = Parameters<FastifyPluginAsyncTypebox>[0]

/**
 * Registers the operations that test an endpoint, pause and resume it, skip and replay its events, and list its
 * attempts.
 */
export function addDeliveryOperations(app: App, sender: WebhookSender): void {
  app.post(
    '/webhook-endpoints/:id/test',
    {
      config,
      schema: {
        operationId: 'test-webhook-endpoint',
        summary: 'Send a test event to a webhook endpoint',
        description:
          'Sends an event of the kind `webhook.test`, also to a paused endpoint, waits up to 15 seconds for the receiver, and ' +
          'returns the attempt. A test is not repeated, and each call sends another one.',
        tags,
        params,
        response: responses({ 200: ref(WebhookAttempt) }, [400, 401, 404, 500], ['webhook_endpoint_not_found']),
      },
    },
    (request) => testEndpoint(request.scope, request.params.id, sender),
  )

  app.post(
    '/webhook-endpoints/:id/pause',
    {
      config,
      schema: {
        operationId: 'pause-webhook-endpoint',
        summary: 'Pause a webhook endpoint',
        description: 'Stops the deliveries. Nothing is lost: they continue where they stopped.',
        tags,
        params,
        headers: keyHeaders,
        response: endpointResponses,
      },
    },
    (request, reply) => changeOnce(request, reply, (inner) => pauseEndpoint(inner, request.params.id, 'administrator')),
  )

  app.post(
    '/webhook-endpoints/:id/resume',
    {
      config,
      schema: {
        operationId: 'resume-webhook-endpoint',
        summary: 'Resume a webhook endpoint',
        description: 'Continues the deliveries, and retries every event that is held back at once.',
        tags,
        params,
        headers: keyHeaders,
        response: endpointResponses,
      },
    },
    (request, reply) => changeOnce(request, reply, (inner) => resumeEndpoint(inner, request.params.id)),
  )

  app.post(
    '/webhook-endpoints/:id/skip',
    {
      config,
      schema: {
        operationId: 'skip-webhook-event',
        summary: 'Skip an event that keeps failing',
        description: 'Gives the event up for this endpoint, and delivers the later events of its incident.',
        tags,
        params,
        headers: keyHeaders,
        body: ref(SkipWebhookEvent),
        response: responses(
          { 200: ref(WebhookEndpoint) },
          [400, 401, 404, 500],
          ['webhook_endpoint_not_found', 'webhook_event_not_held', 'idempotency_key_reused', ...bodyCodes],
        ),
      },
    },
    (request, reply) =>
      changeOnce(request, reply, (inner) => skipEvent(inner, request.params.id, request.body.eventId)),
  )

  app.post(
    '/webhook-endpoints/:id/replay',
    {
      config,
      schema: {
        operationId: 'replay-webhook-events',
        summary: 'Deliver the events after a position again',
        description:
          'Delivers every event after the position, also those that were delivered before. Their ids stay the same, so ' +
          'that the receiver can recognize them. The position must be within the last 30 days.',
        tags,
        params,
        headers: keyHeaders,
        body: ref(ReplayWebhookEvents),
        response: responses(
          { 200: ref(WebhookEndpoint) },
          [400, 401, 404, 500],
          [
            'webhook_endpoint_not_found',
            'position_unknown',
            'position_expired',
            'idempotency_key_reused',
            ...bodyCodes,
          ],
        ),
      },
    },
    (request, reply) =>
      changeOnce(request, reply, (inner) => replayEvents(inner, request.params.id, request.body.after)),
  )

  const { limit, cursor } = pagingParameters([], '')
  app.get(
    '/webhook-endpoints/:id/attempts',
    {
      config,
      schema: {
        operationId: 'list-webhook-attempts',
        summary: 'List the attempts to deliver events to a webhook endpoint',
        description: 'Latest attempt first. Attempts are logged for 7 days.',
        tags,
        params,
        querystring: Type.Object({ limit, cursor }),
        response: responses({ 200: listOf(ref(WebhookAttempt)) }, [400, 401, 404, 500], ['webhook_endpoint_not_found']),
      },
    },
    async (request, reply) => {
      const query = readStrictly(attemptListShape, request.query)
      return pageResponse(request, reply, query, await listAttempts(request.scope, request.params.id, query))
    },
  )
}
