import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { mayHaveBody, unguardedBodyMaximumBytes } from './json-body.ts'
import { fragmentedBody, rejectFragmentedBody } from './reject-fragmented-body.ts'

/** Time for a body to an address without a guard, and for the rest of a body whose request is answered already. */
const bodyMaximumMs = 15_000
/** Rest of a body that is read and thrown away, because callers that are cut off while they send may miss the answer. */
const discardedMaximumBytes = 32 * 1024 * 1024

/**
 * Ends connections whose body takes too long where no guard has passed it, goes on after the answer, or arrives in too many
 * small pieces.
 */
export function limitBodyMemory(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers, routeOptions }, _reply, body, goOn) => {
    if (mayHaveBody(headers)) {
      if (routeOptions.bodyLimit === unguardedBodyMaximumBytes) endWhenLate(raw)
      // The reader of a form watches its body itself: a listener here would let it flow too early.
      const isForm = /^multipart\//i.test(headers['content-type'] ?? '')
      if (!isForm) rejectFragmentedBody(raw, () => failReader(raw))
    }
    goOn(null, body)
  })
  app.addHook('onSend', ({ raw, headers }, reply, payload, goOn) => {
    if (!raw.complete && mayHaveBody(headers)) discardRest(raw, reply.raw)
    goOn(null, payload)
  })
}

function endWhenLate(body: IncomingMessage): void {
  const overdue = setTimeout(() => body.socket.destroy(), bodyMaximumMs)
  // Whichever comes first: the end of the body or of its connection.
  body.once('end', () => clearTimeout(overdue)).once('close', () => clearTimeout(overdue))
}

/** Tells the framework's reader, which answers. Without one an error would end the process, so the connection ends. */
function failReader(body: IncomingMessage): void {
  if (body.listenerCount('error') > 0) body.emit('error', fragmentedBody())
  else body.socket.destroy()
}

/** Reads the rest of a body and throws it away. One in too many small pieces ends the connection, once the answer is out. */
function discardRest(body: IncomingMessage, answer: ServerResponse): void {
  const endConnection = () => {
    if (answer.writableFinished) body.socket.destroy()
    else answer.once('finish', () => body.socket.destroy())
  }
  endWhenLate(body)
  rejectFragmentedBody(body, endConnection)
  let bytes = 0
  body.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > discardedMaximumBytes) body.socket.destroy()
  })
}
