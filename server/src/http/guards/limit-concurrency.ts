import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { weightPerConnection } from '../../service.ts'
import type { Release } from '../../database/throughput/concurrency-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the concurrency slot of the request; undefined while the request has no slot. */
    releaseSlot: Release | undefined
  }
  interface FastifyContextConfig {
    /**
     * True for an operation whose concurrent requests share one database connection. Its requests take a quarter of the
     * usual number of slots.
     */
    isBatched?: boolean
  }
}

/** Body size that adds 1 to the weight of a request, because parsing takes longer for larger bodies. */
const bodyBytesPerWeight = 64 * 1024
const addressLengthPerWeight = 16 * 1024

/**
 * Limits how many requests of each organization are in progress at the same time. Requests with API keys and requests
 * from the console count together. A flood of requests from one organization thus does not starve other organizations.
 * Requests beyond the limit wait in order of arrival, and are rejected when too many are waiting.
 *
 * A request takes its slot once it has arrived completely, so that slow senders occupy no slots. The request releases
 * the slot when its response is ready.
 */
export function limitConcurrency(app: FastifyInstance): void {
  app.decorateRequest('releaseSlot')
  app.addHook('preValidation', async (request) => {
    // An upload takes no slot, because it may take minutes to arrive. The limit on database connections applies to it,
    // too.
    if (!isUpload(request)) await acquireSlot(request, 0)
  })
  app.addHook('onSend', ({ releaseSlot }, _reply, payload, goOn) => {
    releaseSlot?.()
    goOn(null, payload)
  })
}

/**
 * Waits for the concurrency slot of a request. Does nothing if the request already has a slot, or if no guard has set
 * its organization.
 * @throws Problem `unavailable` when too many requests of the organization are waiting, when no slot becomes free in
 *   time, or when the client has disconnected.
 */
export async function acquireSlot(request: FastifyRequest, bodyBytes: number): Promise<void> {
  const { scope, routeOptions, url, releaseSlot } = request
  if (!scope || releaseSlot) return
  const weight =
    (routeOptions.config.isBatched ? 1 : weightPerConnection) +
    Math.floor(bodyBytes / bodyBytesPerWeight) +
    Math.floor(url.length / addressLengthPerWeight)
  request.releaseSlot = await scope.service.requestSlots.acquire(scope.organizationId, weight)
  if (request.socket.destroyed) throw new Problem('unavailable', { detail: 'The caller has left.', isShed: true })
}

const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.schema?.consumes?.includes('multipart/form-data') ?? false
