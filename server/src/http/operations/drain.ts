import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * Time for which a stopping server still answers new requests, because some may be on their way over idle connections.
 * The responses ask proxies and other clients to close these connections.
 */
const graceMs = 200
/**
 * Time after which the server destroys a connection that it has ended, if the client has not closed it. Clients with a
 * pool of connections often notice the end only when they send their next request.
 */
const endedMaximumMs = 1_000

/**
 * Answers requests with 503 after the grace period of a stopping server, so that clients repeat them at other servers.
 */
export function rejectWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    setTimeout(() => (isStopping = true), graceMs)
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isStopping) return done()
    done(stoppingProblem())
  })
}

export const stoppingProblem = () =>
  new Problem('unavailable', { detail: 'The server is shutting down.', retryAfterSeconds: 1, isShed: true })

/**
 * Tracks the connections of a server. Call it before the server listens.
 * @returns a function to call before the server closes. It makes each response close its connection, accepts the
 *   connections in the queue of the operating system, and ends idle connections after the grace period. Node itself
 *   would end idle connections at once, but would wait for connections that browsers open in advance.
 */
export function watchConnections(server: Server): () => Promise<void> {
  const inProgress = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  const endIfIdle = (socket: Socket): void => {
    if (inProgress.get(socket)?.size !== 0) return
    socket.end(() => setTimeout(() => socket.destroy(), endedMaximumMs).unref())
  }

  server.on('connection', (socket: Socket) => {
    inProgress.set(socket, new Set())
    socket.once('close', () => inProgress.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (isClosing) response.setHeader('connection', 'close')
    inProgress.get(socket)?.add(response)
    response.once('close', () => {
      inProgress.get(socket)?.delete(response)
      if (isClosing) endIfIdle(socket)
    })
  })
  return async () => {
    isClosing = true
    server.closeIdleConnections = () => undefined
    for (const response of [...inProgress.values()].flatMap((responses) => [...responses])) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    await acceptWaitingConnections(server)
    setTimeout(() => [...inProgress.keys()].forEach(endIfIdle), graceMs)
  }
}

/**
 * Maximum time for which a stopping server accepts connections. Without a maximum, a client that connects without a
 * pause could delay the stop forever.
 */
const acceptMaximumMs = 3_000

/**
 * Waits until the server has accepted the connections that the operating system has established, and has read their
 * requests. Closing the server earlier would reset these connections. In each iteration of its event loop, Node accepts
 * at least one waiting connection, and reads from every accepted one. After an iteration without a new connection or
 * request, nothing is waiting any more.
 */
async function acceptWaitingConnections(server: Server): Promise<void> {
  const startedAtMs = performance.now()
  let arrived = 0
  let arrivedBefore: number
  const count = () => void arrived++
  server.on('connection', count).on('request', count)
  do {
    arrivedBefore = arrived
    // Wait for two immediates, so that a whole iteration of the event loop passes: the first may still run in the
    // current one.
    await setImmediate()
    await setImmediate()
  } while (arrived > arrivedBefore && performance.now() - startedAtMs < acceptMaximumMs)
  server.off('connection', count).off('request', count)
}
