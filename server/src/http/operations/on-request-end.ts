import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Ending {
  /** Whether the whole answer went out. Otherwise the connection ended before: as a rule the caller gave up. */
  isAnswered: boolean
  /** What was answered, else 499. */
  status: number
  durationMs: number
}

/** Nobody was told a status. This one is never answered, and means the same in nginx's log. */
const abandoned = 499

/**
 * Tells how each request ended, once. Call it before what may refuse requests in a hook: a refusal ends the hooks.
 * Whoever closes a page ends its live updates, so they are told only where the server ended them.
 */
export function onRequestEnd(
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply, ending: Ending) => void,
): void {
  app.addHook('onRequest', (request, reply, goOn) => {
    // The framework's onResponse hears of finished answers alone. An answer closes once, whatever becomes of it.
    reply.raw.on('close', () => {
      const isAnswered = reply.raw.writableFinished
      if (!isAnswered && isLiveStream(reply)) return
      const status = isAnswered ? reply.statusCode : abandoned
      tell(request, reply, { isAnswered, status, durationMs: reply.elapsedTime })
    })
    goOn()
  })
}

/** Whether an answer is live updates, which last as long as somebody has the page open. */
export const isLiveStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
