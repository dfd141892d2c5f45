import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { mayHaveBody, unguardedBodyMaximumBytes } from './json-body.ts'
import { fragmentedBody, rejectFragmentedBody } from './reject-fragmented-body.ts'

/**
 * Maximum time for a whole body to arrive at a route without a guard (authentication). At every route, also the maximum
 * time for the rest of a body to arrive after the response.
 */
const bodyMaximumMs = 15_000
/**
 * Maximum size of the rest of a body, which the server reads and discards after the response. A client that sends more
 * is disconnected, and may then miss the response.
 */
const discardedMaximumBytes = 32 * 1024 * 1024

/**
 * Limits the time and memory that request bodies take. Ends the connection if a body takes too long to arrive at a
 * route without a guard. After the response, ends the connection if the rest of the body is too large or takes too
 * long. Rejects a body that arrives in too many small chunks.
 */
export function limitBodyMemory(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers, routeOptions }, _reply, body, done) => {
    if (mayHaveBody(headers)) {
      if (routeOptions.bodyLimit === unguardedBodyMaximumBytes) endAfterTimeLimit(raw)
      // Do not check multipart forms here. Their own reader checks for small chunks, and a listener here would start
      // the stream too early.
      const isForm = /^multipart\//i.test(headers['content-type'] ?? '')
      if (!isForm) rejectFragmentedBody(raw, () => failReader(raw))
    }
    done(null, body)
  })
  app.addHook('onSend', ({ raw, headers }, reply, payload, done) => {
    if (!raw.complete && mayHaveBody(headers)) discardRest(raw, reply.raw)
    done(null, payload)
  })
}

function endAfterTimeLimit(body: IncomingMessage): void {
  const timer = setTimeout(() => body.socket.destroy(), bodyMaximumMs)
  body.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/**
 * Makes Fastify's body reader fail, so that the response is a problem. If the body has no listener for errors, ends the
 * connection instead, because an error without a listener would end the process.
 */
function failReader(body: IncomingMessage): void {
  if (body.listenerCount('error') > 0) body.emit('error', fragmentedBody())
  else body.socket.destroy()
}

/**
 * Discards the rest of a request body after the response. Ends the connection if the rest is too large, takes too long
 * or arrives in too many small chunks.
 */
function discardRest(body: IncomingMessage, response: ServerResponse): void {
  const endConnection = () => {
    if (response.writableFinished) body.socket.destroy()
    else response.once('finish', () => body.socket.destroy())
  }
  // A reader that is still listening would fill the memory or pause the body for ever.
  body.removeAllListeners('data')
  // Discard all waiting pieces with a single `read`, which joins the pieces of a paused stream.
  body.pause()
  body.read()
  endAfterTimeLimit(body)
  rejectFragmentedBody(body, endConnection)
  let bytes = 0
  body.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > discardedMaximumBytes) body.socket.destroy()
  })
  body.resume()
}
