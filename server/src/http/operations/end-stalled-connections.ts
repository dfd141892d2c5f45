import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time for which a client may neither send nor read anything, in milliseconds. */
const stallMaximumMs = 60_000

/**
 * Ends connections whose client neither sends the rest of a request nor reads a response. Keeps connections whose
 * client waits for the server.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, answer) => void answers.set(socket, answer))
  // Node emits this event when nothing was sent or received for the timeout. Because the event has a listener, Node
  // ends no connection itself: the listener decides.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, answers.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, answer: ServerResponse | undefined): boolean =>
  answer !== undefined && answer.req.complete && !answer.writableFinished && socket.writableLength === 0
