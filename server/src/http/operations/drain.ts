import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * How long a stopping server still answers: requests may be on their way already, on connections that look idle, and the
 * answers tell whoever keeps connections open, as proxies do, to give these up.
 */
const graceMs = 200

/** Refuses later requests on open connections with 503 once the server stops, so that they are repeated elsewhere. */
export function rejectWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    setTimeout(() => (isStopping = true), graceMs)
  })
  app.addHook('onRequest', (_request, _reply, goOn) => {
    if (!isStopping) return goOn()
    goOn(new Problem('unavailable', { detail: 'The server is shutting down.', retryAfterSeconds: 1, isShed: true }))
  })
}

/**
 * Watches the connections of a server that does not listen yet.
 * @returns a function to call when the server begins to close: it has each answer end its connection, and ends those that
 *   stay idle. The server itself would end idle ones at once, and wait for those that browsers open in advance.
 */
export function watchConnections(server: Server): () => void {
  const underWay = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  const endIfIdle = (socket: Socket): void => {
    if (underWay.get(socket)?.size === 0) socket.end()
  }

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, new Set())
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    underWay.get(socket)?.add(response)
    response.once('close', () => {
      underWay.get(socket)?.delete(response)
      if (isClosing) endIfIdle(socket)
    })
  })
  return () => {
    isClosing = true
    server.closeIdleConnections = () => undefined
    for (const response of [...underWay.values()].flatMap((responses) => [...responses])) {
      // The framework does so in the answers to later requests.
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    setTimeout(() => [...underWay.keys()].forEach(endIfIdle), graceMs)
  }
}
