import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/** Refuses requests on open connections with 503 once the server stops, so that they are repeated elsewhere or later. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (_request, _reply, goOn) => {
    if (!isStopping) return goOn()
    goOn(new Problem('unavailable', { detail: 'The server is shutting down.', retryAfterSeconds: 1 }))
  })
}

/** For a request that is already on its way on a connection that looks idle. */
const graceMs = 200

/**
 * Watches the connections of a server that does not listen yet.
 * @returns a function to call when the server begins to close: it ends each connection as soon as no request is under
 *   way on it. The server itself would wait for those that browsers open in advance, and for idle kept-alive ones.
 */
export function watchConnections(server: Server): () => void {
  const requestsUnderWay = new Map<Socket, number>()
  let isClosing = false

  const count = (socket: Socket, difference: 1 | -1): void => {
    const known = requestsUnderWay.get(socket)
    if (known !== undefined) requestsUnderWay.set(socket, known + difference)
    if (isClosing) endIfIdle(socket)
  }
  const endIfIdle = (socket: Socket): void => {
    if (requestsUnderWay.get(socket) === 0) socket.end()
  }

  server.on('connection', (socket: Socket) => {
    requestsUnderWay.set(socket, 0)
    socket.once('close', () => requestsUnderWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return () => {
    isClosing = true
    setTimeout(() => [...requestsUnderWay.keys()].forEach(endIfIdle), graceMs)
  }
}
