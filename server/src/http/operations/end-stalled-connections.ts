import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time in which a client neither sends nor reads anything. */
const stallMaximumMs = 60_000

/**
 * Ends connections whose client neither sends the rest of a request nor reads a response. Keeps connections whose
 * client waits for the server.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, answer) => void answers.set(socket, answer))
  // With this listener, Node does not end connections itself. Node's timeout also counts progress in sending a
  // response.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, answers.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, answer: ServerResponse | undefined): boolean =>
  answer !== undefined && answer.req.complete && !answer.writableFinished && socket.writableLength === 0
