import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listOf } from '@tocsin/contract/api/list.ts'
import {
  CreateWebhookEndpoint,
  IssuedWebhookEndpoint,
  PatchWebhookEndpoint,
  WebhookEndpoint,
} from '@tocsin/contract/api/webhook.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { newId } from '../database/new-id.ts'
import { acceptMergePatch } from '../http/bodies/json-body.ts'
import { keyHeaders, runOnce } from '../http/idempotency/request.ts'
import { wholeListResponse } from '../http/lists/list-response.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { shapeViolations } from '../http/problems/shape-violations.ts'
import { addDeliveryOperations } from './delivery-operations.ts'
import type { WebhookSender } from './deliveries/sender.ts'
import { changeEndpoint } from './endpoints/change.ts'
import { rejectMalformedEndpoint } from './endpoints/check.ts'
import { createEndpoint } from './endpoints/create.ts'
import { deleteEndpoint } from './endpoints/delete.ts'
import { listEndpoints, readEndpoint, readIssued } from './endpoints/read.ts'
import { rotateSecret } from './endpoints/rotate-secret.ts'
import { changeOnce, config, params, tags } from './endpoint-operation.ts'

/** Operations on webhook endpoints. They are part of both the external API and the console API. */
export const webhookRoutes: FastifyPluginAsyncTypebox<{ sender: WebhookSender }> = async (app, { sender }) => {
  acceptMergePatch(app)
  addDeliveryOperations(app, sender)

  app.get(
    '/webhook-endpoints',
    {
      config,
      schema: {
        operationId: 'list-webhook-endpoints',
        summary: 'List the webhook endpoints',
        tags,
        response: responses({ 200: listOf(ref(WebhookEndpoint)) }, [400, 401, 500]),
      },
    },
    async (request) => wholeListResponse(request, await listEndpoints(request.scope)),
  )

  app.post(
    '/webhook-endpoints',
    {
      config,
      attachValidation: true,
      schema: {
        operationId: 'create-webhook-endpoint',
        summary: 'Create a webhook endpoint',
        description:
          'Delivers every later event of the chosen kinds to the address, signed as Standard Webhooks describes. The ' +
          'secret is only in this response.',
        tags,
        headers: keyHeaders,
        body: ref(CreateWebhookEndpoint),
        response: responses(
          { 201: ref(IssuedWebhookEndpoint) },
          [400, 401, 500],
          ['too_many_webhook_endpoints', 'idempotency_key_reused', ...bodyCodes],
        ),
      },
    },
    async (request, reply) => {
      const violations = shapeViolations(request)
      if (violations.length > 0) return rejectMalformedEndpoint(request.body, sender.guard, violations)
      const id = newId()
      const endpoint = await runOnce(request, reply, id, {
        isCreation: true,
        run: async (inner) => {
          await createEndpoint(inner, id, request.body, sender.guard)
          return readIssued(inner, id)
        },
        replay: readIssued,
      })
      return reply.code(201).send(endpoint)
    },
  )

  app.get(
    '/webhook-endpoints/:id',
    {
      config,
      schema: {
        operationId: 'get-webhook-endpoint',
        summary: 'Read a webhook endpoint',
        tags,
        params,
        response: responses({ 200: ref(WebhookEndpoint) }, [400, 401, 404, 500], ['webhook_endpoint_not_found']),
      },
    },
    (request) => readEndpoint(request.scope, request.params.id),
  )

  app.patch(
    '/webhook-endpoints/:id',
    {
      config,
      attachValidation: true,
      schema: {
        operationId: 'update-webhook-endpoint',
        summary: 'Change a webhook endpoint',
        description: 'The body is a JSON merge patch. The next delivery follows the change.',
        tags,
        params,
        headers: keyHeaders,
        consumes: ['application/merge-patch+json', 'application/json'],
        body: ref(PatchWebhookEndpoint),
        response: responses(
          { 200: ref(WebhookEndpoint) },
          [400, 401, 404, 500],
          ['webhook_endpoint_not_found', 'idempotency_key_reused', ...bodyCodes],
        ),
      },
    },
    (request, reply) => {
      const violations = shapeViolations(request)
      if (violations.length > 0) return rejectMalformedEndpoint(request.body, sender.guard, violations)
      return changeOnce(request, reply, (inner) => changeEndpoint(inner, request.params.id, request.body, sender.guard))
    },
  )

  app.delete(
    '/webhook-endpoints/:id',
    {
      config,
      schema: {
        operationId: 'delete-webhook-endpoint',
        summary: 'Delete a webhook endpoint',
        description: 'Deletes the endpoint with its secrets and the log of its attempts.',
        tags,
        params,
        headers: keyHeaders,
        response: responses(
          { 204: Type.Null({ description: 'The endpoint is deleted.' }) },
          [400, 401, 404, 500],
          ['webhook_endpoint_not_found', 'idempotency_key_reused'],
        ),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await runOnce(request, reply, id, {
        run: (inner) => deleteEndpoint(inner, id),
        replay: async () => undefined,
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/webhook-endpoints/:id/rotate-secret',
    {
      config,
      schema: {
        operationId: 'rotate-webhook-secret',
        summary: 'Give a webhook endpoint a new secret',
        description:
          'For 24 hours every delivery has the signatures of both secrets. The new secret is only in this response.',
        tags,
        params,
        headers: keyHeaders,
        response: responses(
          { 200: ref(IssuedWebhookEndpoint) },
          [400, 401, 404, 500],
          ['webhook_endpoint_not_found', 'idempotency_key_reused'],
        ),
      },
    },
    (request, reply) => {
      const { id } = request.params
      return runOnce(request, reply, id, {
        run: async (inner) => {
          await rotateSecret(inner, id)
          return readIssued(inner, id)
        },
        replay: readIssued,
      })
    },
  )
}
