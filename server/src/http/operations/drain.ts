import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * Time for which a stopping server still answers requests, because requests may be in transit on connections that look
 * idle. The responses ask proxies and other clients to close their open connections.
 */
const graceMs = 200

/**
 * Answers 503 to requests after the grace period of a stopping server, so that clients repeat the requests elsewhere.
 */
export function rejectWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    setTimeout(() => (isStopping = true), graceMs)
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isStopping) return done()
    done(new Problem('unavailable', { detail: 'The server is shutting down.', retryAfterSeconds: 1, isShed: true }))
  })
}

/**
 * Tracks the connections of a server. Call it before the server listens.
 * @returns a function to call when the server starts to close. The function makes each response close its connection,
 *   and ends connections that are idle after the grace period. Node itself would end idle connections at once, but
 *   would wait for connections that browsers open in advance.
 */
export function watchConnections(server: Server): () => void {
  const inProgress = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  const endIfIdle = (socket: Socket): void => {
    if (inProgress.get(socket)?.size === 0) socket.end()
  }

  server.on('connection', (socket: Socket) => {
    inProgress.set(socket, new Set())
    socket.once('close', () => inProgress.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    inProgress.get(socket)?.add(response)
    response.once('close', () => {
      inProgress.get(socket)?.delete(response)
      if (isClosing) endIfIdle(socket)
    })
  })
  return () => {
    isClosing = true
    server.closeIdleConnections = () => undefined
    for (const response of [...inProgress.values()].flatMap((responses) => [...responses])) {
      // Ask the client to close the connection. In responses to requests that arrive later, Fastify sets this header.
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    setTimeout(() => [...inProgress.keys()].forEach(endIfIdle), graceMs)
  }
}
