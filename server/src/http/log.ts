import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Environment } from '../environment.ts'

/** Structured logs on standard error, one JSON object a line, without bodies, keys or signatures. */
export const makeLog = (
  level: Environment['LOG_LEVEL'],
  destination: DestinationStream = pino.destination(2),
): Logger => pino({ level, redact: ['req.headers', 'busboyOptions.headers'] }, destination)

/** One line per answer. The query is left out: it may hold a signature or what somebody searched for. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    // Probes ask every few seconds, and only their failures are news.
    const level = request.routeOptions.schema?.operationId || reply.statusCode >= 400 ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation: request.routeOptions.schema?.operationId,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.keyId,
        userId: request.session?.userId,
        organizationId: request.scope?.organizationId,
      },
      'answered',
    )
  })
}
