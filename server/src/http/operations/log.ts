import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Environment } from '../../environment.ts'
import { onRequestEnd } from './on-request-end.ts'

/** What whoever reads the log is behind with; lines beyond are lost, so that they do not fill the memory. */
const unwrittenMaximumBytes = 16 * 1024 * 1024

/**
 * Where a full disk, or a reader that has gone, costs lines of the log and nothing else. Without a listener such an error
 * would end the process, and with one the flush at its end (sonic-boom 4.2) would try for ever.
 */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, maxLength: unwrittenMaximumBytes })
  const { flushSync } = destination
  destination.on('error', () => (destination.flushSync = () => undefined))
  destination.on('write', () => (destination.flushSync = flushSync))
  return destination
}

/** Structured logs on standard error, one JSON object a line, without bodies, keys or signatures. */
export const makeLog = (level: Environment['LOG_LEVEL'], destination: DestinationStream = standardError()): Logger =>
  pino({ level, redact: ['req.headers'] }, destination)

/** One line per request. The query is left out: it may hold a signature or what somebody searched for. */
export function logRequests(app: FastifyInstance): void {
  onRequestEnd(app, (request, _reply, { isAnswered, status, durationMs }) => {
    // Probes ask every few seconds, and only their failures are news.
    const level = request.routeOptions.schema?.operationId || status >= 400 ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation: request.routeOptions.schema?.operationId,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        keyId: request.keyId,
        userId: request.session?.userId,
        organizationId: request.scope?.organizationId,
      },
      isAnswered ? 'answered' : 'abandoned',
    )
  })
}
