import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { mayHaveBody, unguardedBodyMaximumBytes } from './json-body.ts'
import { fragmentedBody, rejectFragmentedBody } from './reject-fragmented-body.ts'

/** Time limit of a body to an address without a guard, and of the rest of a body after its answer. */
const bodyMaximumMs = 15_000
/** Maximum rest of a body to discard. Callers that are disconnected while they send may miss the answer. */
const discardedMaximumBytes = 32 * 1024 * 1024

/**
 * Ends connections whose body takes too long before any guard, continues for too long after the answer, or arrives in too
 * many small pieces.
 */
export function limitBodyMemory(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers, routeOptions }, _reply, body, done) => {
    if (mayHaveBody(headers)) {
      if (routeOptions.bodyLimit === unguardedBodyMaximumBytes) endAfterTimeLimit(raw)
      // The form reader checks its body itself: a listener here would start the flow too early.
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
  // Stop the timer when the body or its connection ends.
  body.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Makes Fastify's body reader answer. Without a reader an error would end the process, so the connection is ended. */
function failReader(body: IncomingMessage): void {
  if (body.listenerCount('error') > 0) body.emit('error', fragmentedBody())
  else body.socket.destroy()
}

/** Discards the rest of a body. Ends the connection of a fragmented body once the answer is sent. */
function discardRest(body: IncomingMessage, answer: ServerResponse): void {
  const endConnection = () => {
    if (answer.writableFinished) body.socket.destroy()
    else answer.once('finish', () => body.socket.destroy())
  }
  endAfterTimeLimit(body)
  rejectFragmentedBody(body, endConnection)
  let bytes = 0
  body.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > discardedMaximumBytes) body.socket.destroy()
  })
}
