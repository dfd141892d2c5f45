import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time within which a caller must send or read something. */
const stallMaximumMs = 60_000

/**
 * Ends connections whose caller neither sends the rest of its request nor reads its answer. Keeps connections whose caller
 * is waiting for the server.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, answer) => void answers.set(socket, answer))
  // Node also tracks the progress of writes. With a listener, it leaves the decision to the listener.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, answers.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, answer: ServerResponse | undefined): boolean =>
  answer !== undefined && answer.req.complete && !answer.writableFinished && socket.writableLength === 0
