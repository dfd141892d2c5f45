import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time for which a client may neither send nor read anything, in milliseconds. */
const stallMaximumMs = 60_000

/**
 * Ends connections whose client neither sends the rest of a request nor reads a response. Keeps connections whose
 * client waits for the server.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const responses = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, response) => void responses.set(socket, response))
  // Node emits this event when nothing was sent or received for the timeout. Because the event has a listener, Node
  // ends no connection itself: the listener decides.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, responses.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, response: ServerResponse | undefined): boolean =>
  response !== undefined && response.req.complete && !response.writableFinished && socket.writableLength === 0
