import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Ending {
  /** True when the whole answer was sent. False when the connection ended first, usually because the caller gave up. */
  isAnswered: boolean
  /** Status of the answer; 499 without one. */
  status: number
  durationMs: number
}

/** Logged in place of a status that was never sent, as nginx does. */
const abandoned = 499

/**
 * Calls a listener once when a request ends. Register it before hooks that may reject requests, because a rejection skips
 * the remaining hooks. A live stream that the caller closes is not reported: closing a page is no failure.
 */
export function onRequestEnd(
  app: FastifyInstance,
  listener: (request: FastifyRequest, reply: FastifyReply, ending: Ending) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's onResponse runs for finished answers only, whereas every answer closes exactly once.
    reply.raw.on('close', () => {
      const isAnswered = reply.raw.writableFinished
      if (!isAnswered && isLiveStream(reply)) return
      const status = isAnswered ? reply.statusCode : abandoned
      listener(request, reply, { isAnswered, status, durationMs: reply.elapsedTime })
    })
    done()
  })
}

/** Checks whether an answer is a live stream, which lasts as long as its page is open. */
export const isLiveStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
