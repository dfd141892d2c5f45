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
  // Decide in this listener which connections to end, because Node ends none itself if there is a listener. Node calls
  // it when nothing was sent or received for the timeout.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, answers.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, answer: ServerResponse | undefined): boolean =>
  answer !== undefined && answer.req.complete && !answer.writableFinished && socket.writableLength === 0
