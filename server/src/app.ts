import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { commentRoutes } from './comments/routes.ts'
import { configurationRoutes } from './configuration/routes.ts'
import type { OpenDatabase } from './database/open.ts'
import { directoryRoutes } from './directory/routes.ts'
import type { Environment } from './environment.ts'
import { authenticateKey } from './http/authenticate-key.ts'
import { reportHealth } from './http/health.ts'
import { readJsonStrictly } from './http/json-body.ts'
import { shedLoad } from './http/load.ts'
import { logAnswers } from './http/log.ts'
import { measureRequests } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { answerProblems, refuseUnreadable } from './http/problems.ts'
import { identifyRequests, requestIdOf } from './http/request-id.ts'
import { validateStrictly } from './http/validation.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { keyAuthentication } from './keys/authenticate.ts'
import { downloadRoutes } from './media/download.ts'
import { mediaRoutes } from './media/routes.ts'
import { openMediaStorage } from './media/storage.ts'
import { sweepWhenListening } from './media/sweep.ts'
import { workflowRoutes } from './workflow/routes.ts'

export interface Service {
  database: OpenDatabase
  log: FastifyBaseLogger
  environment: Environment
}

/** The service on one screen: what holds for every request, then the features by name, each behind its guard. */
export async function buildApp(service: Service): Promise<FastifyInstance> {
  const { database } = service.database
  const app = Fastify({
    loggerInstance: service.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyMaximumBytes,
    requestTimeout: 300_000,
    connectionTimeout: 320_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: headerMaximumBytes },
    http: { maxHeaderSize: headerMaximumBytes, headersTimeout: 15_000 },
    ...refuseUnreadable,
  })
  app.decorate('configuredPublicUrl', service.environment.PUBLIC_URL)
  answerProblems(app)
  identifyRequests(app)
  logAnswers(app)
  readJsonStrictly(app)
  validateStrictly(app)
  measureRequests(app, service.database.pool)
  reportHealth(app, database)
  await describeApi(app)
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'))

  const storage = await openMediaStorage(service.environment)
  sweepWhenListening(app, database, storage)
  // A signed address is its own guard.
  if (storage.serving) await app.register(downloadRoutes(database, storage.serving))

  await app.register(
    async (api) => {
      // Every operation below carries an Organization.
      api.addHook(
        'onRequest',
        authenticateKey(
          database,
          keyAuthentication(database, (error) => app.log.warn(error)),
        ),
      )
      await shedLoad(api, service.environment.RATE_LIMIT_PER_MINUTE)
      await api.register(incidentRoutes)
      await api.register(commentRoutes)
      await api.register(mediaRoutes(storage))
      await api.register(configurationRoutes)
      await api.register(directoryRoutes)
      await api.register(workflowRoutes)
    },
    { prefix: '/api/v1' },
  )
  return app
}

const bodyMaximumBytes = 1024 * 1024
/** A long query is answered like any other, so it has to be readable first. */
const headerMaximumBytes = 512 * 1024
