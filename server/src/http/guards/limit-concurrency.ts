import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { weightPerConnection } from '../../service.ts'
import type { Release } from '../../database/throughput/concurrency-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the request's slot; undefined before it has one. */
    releaseSlot: Release | undefined
  }
  interface FastifyContextConfig {
    /** The operation shares a database connection with others of its kind, so it weighs a quarter of one with its own. */
    isBatched?: boolean
  }
}

/** Parsing time grows with the length. */
const bodyBytesPerWeight = 64 * 1024
const addressLengthPerWeight = 16 * 1024

/**
 * Limits the requests that each organization has in progress, through its keys and in the console, so that a flood from one
 * does not starve the others. Further requests wait in order of arrival; beyond a maximum they are rejected. A request takes
 * its slot once it has arrived completely, so that slow senders hold none, and releases it when the answer is ready.
 */
export function limitConcurrency(app: FastifyInstance): void {
  app.decorateRequest('releaseSlot')
  app.addHook('preValidation', async (request) => {
    // An upload is still arriving while its operation runs.
    if (!isUpload(request)) await acquireSlot(request, 0)
  })
  app.addHook('onSend', ({ releaseSlot }, _reply, payload, goOn) => {
    releaseSlot?.()
    goOn(null, payload)
  })
}

/**
 * Waits for the request's slot, unless it has one already or no guard has set its organization.
 * @throws Problem `unavailable` when too many requests of the organization are waiting, no slot is free in time, or the
 *   caller has disconnected meanwhile.
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
