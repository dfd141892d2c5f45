import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Ending {
  /**
   * True when the whole response was sent. False when the connection ended earlier, usually because the client gave up.
   */
  isSent: boolean
  /** Status of the response; 499 if the response was not sent completely. */
  status: number
  durationMs: number
}

/** Status of a request whose response was not sent completely, as in the log of nginx. */
const abandoned = 499

/**
 * Calls a listener once for each request, when the request ends. Register the listener before hooks that may reject
 * requests, because a rejection skips the remaining hooks. A live stream that its client closes does not count, because
 * a browser closes it whenever the user closes the page.
 */
export function onRequestEnd(
  app: FastifyInstance,
  listener: (request: FastifyRequest, reply: FastifyReply, ending: Ending) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's hook onResponse runs only for responses that were sent completely. The event 'close' occurs for every
    // response.
    reply.raw.on('close', () => {
      const isSent = reply.raw.writableFinished
      if (!isSent && isLiveStream(reply)) return
      const status = isSent ? reply.statusCode : abandoned
      listener(request, reply, { isSent, status, durationMs: reply.elapsedTime })
    })
    done()
  })
}

/** Returns true if the response is a live stream, which lasts as long as the browser shows the page. */
export const isLiveStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
