import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { runOnce } from '../http/idempotency/request.ts'
import type { OrganizationScope } from '../scope.ts'
import { readEndpoint } from './endpoints/read.ts'

export const tags = ['Webhooks']
/** API keys need the scope `webhooks`, and users of the console need to be administrators. */
export const config = { scope: 'webhooks', role: 'administrator' } as const
export const params = Type.Object({ id: Uuid })

/** Changes an endpoint, at most once for each Idempotency-Key. Returns the endpoint as it is now. */
export function changeOnce(
  request: FastifyRequest<{ Params: { id: Uuid } }>,
  reply: FastifyReply,
  change: (inner: OrganizationScope) => Promise<void>,
): Promise<WebhookEndpoint> {
  const { id } = request.params
  return runOnce(request, reply, id, {
    run: async (inner) => {
      await change(inner)
      return readEndpoint(inner, id)
    },
    replay: readEndpoint,
  })
}
