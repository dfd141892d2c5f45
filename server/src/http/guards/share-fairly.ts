import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OrganizationLimits } from '../../database/throughput/organization-limits.ts'
import { Problem } from '../../problem.ts'
import type { Release } from '../../database/throughput/concurrency-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    turns: OrganizationLimits
  }
  interface FastifyRequest {
    /** Ends the request's turn; undefined before it has one. */
    releaseSlot: Release | undefined
  }
  interface FastifyContextConfig {
    /** The operation shares a database connection with others of its kind, so it weighs a quarter of one that has its own. */
    isBatched?: boolean
  }
}

const weightOfConnection = 4
/** Parsing takes time in proportion to the length. */
const bodyBytesPerWeight = 64 * 1024
const addressLengthPerWeight = 16 * 1024

/**
 * Bounds the requests that an organization has in progress, with its keys and in the console, so that a flood of one does
 * not starve the others: further requests wait in their order, and are refused once too many wait. A turn begins when the
 * whole request has arrived, so that nobody holds one by sending slowly, and ends when the answer is ready.
 * @param connections to the database that the server has.
 */
export function shareFairly(app: FastifyInstance, connections: number): void {
  app.decorate('turns', new OrganizationLimits(connections, weightOfConnection))
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
 * Waits for the request's turn, unless it has one already, or no guard has said which organization it belongs to.
 * @throws Problem `unavailable` when too many requests of the organization wait already, the turn does not come, or the
 *   caller has left meanwhile.
 */
export async function acquireSlot(request: FastifyRequest, bodyBytes: number): Promise<void> {
  const { scope, routeOptions, url, releaseSlot, server } = request
  if (!scope || releaseSlot) return
  const weight =
    (routeOptions.config.isBatched ? 1 : weightOfConnection) +
    Math.floor(bodyBytes / bodyBytesPerWeight) +
    Math.floor(url.length / addressLengthPerWeight)
  request.releaseSlot = await server.turns.begin(scope.organizationId, weight)
  if (request.socket.destroyed) throw new Problem('unavailable', { detail: 'The caller has left.', isShed: true })
}

const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.schema?.consumes?.includes('multipart/form-data') ?? false
