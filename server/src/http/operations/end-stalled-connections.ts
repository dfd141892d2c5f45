import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time for which a client may neither send nor read anything, in milliseconds. */
const stallMaximumMs = 60_000

/**
 * Ends a connection whose client neither sends the rest of a request nor reads a response. A client that waits for the
 * server keeps its connection.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const responses = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, response) => void responses.set(socket, response))
  // Node emits this event when nothing was sent or received for the maximum time. With a listener, Node does not end
  // the connection itself.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, responses.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, response: ServerResponse | undefined): boolean =>
  response !== undefined && response.req.complete && !response.writableFinished && socket.writableLength === 0
