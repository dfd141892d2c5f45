import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time in which a caller has to send or read something. */
const stallMaximumMs = 60_000

/**
 * Ends connections on which nothing moves because the caller neither sends the rest of its request nor reads its answer.
 * A caller that waits for the server is left alone.
 */
export function endStalledConnections(server: Server, maximumMs = stallMaximumMs): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(maximumMs)
  server.on('request', ({ socket }, answer) => void answers.set(socket, answer))
  // Node watches the progress of writes as well; with a listener it leaves the decision to us.
  server.on('timeout', (socket) => {
    if (!isWaiting(socket, answers.get(socket))) socket.destroy()
  })
}

const isWaiting = (socket: Socket, answer: ServerResponse | undefined): boolean =>
  answer !== undefined && answer.req.complete && !answer.writableFinished && socket.writableLength === 0
