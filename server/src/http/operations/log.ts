import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Environment } from '../../environment.ts'
import { onRequestEnd } from './on-request-end.ts'

/**
 * Maximum size of buffered log lines. Further lines are dropped, so that a slow reader of the log does not fill the
 * memory.
 */
const unwrittenMaximumBytes = 16 * 1024 * 1024

/**
 * Opens standard error for the log. If the disk is full, or if the process that reads the log has ended, only log lines
 * are lost. Without a listener for errors, an error of the stream would end the process. The listener disables flushing
 * until the next successful write, because the final flush of sonic-boom 4.2 would otherwise retry forever.
 */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, maxLength: unwrittenMaximumBytes })
  const { flushSync } = destination
  destination.on('error', () => (destination.flushSync = () => undefined))
  destination.on('write', () => (destination.flushSync = flushSync))
  return destination
}

/** Makes the log. It writes one JSON object per line to standard error, without bodies, API keys or signatures. */
export const makeLog = (level: Environment['LOG_LEVEL'], destination: DestinationStream = standardError()): Logger =>
  pino({ level, redact: ['req.headers'] }, destination)

/** Logs one line per request, without the query string, which may contain a signature or search words. */
export function logRequests(app: FastifyInstance): void {
  onRequestEnd(app, (request, _reply, { isSent, status, durationMs }) => {
    // Health probes arrive every few seconds and have no operation id, so only failed probes are logged at info.
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
      isSent ? 'answered' : 'abandoned',
    )
  })
}
