import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { commentConsoleRoutes } from './comments/console-routes.ts'
import { commentListRoutes, commentRoutes } from './comments/routes.ts'
import { configurationDraftRoutes } from './configuration/draft-routes.ts'
import { revisionRoutes } from './configuration/revision-routes.ts'
import { configurationRoutes } from './configuration/routes.ts'
import type { OpenDatabase } from './database/open.ts'
import { locationImportRoutes } from './directory/import-routes.ts'
import { locationRoutes, pointRoutes } from './directory/location-routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { userRoutes } from './directory/user-routes.ts'
import type { Environment } from './environment.ts'
import { liveRoutes } from './events/live-routes.ts'
import { authenticateKey } from './http/authenticate-key.ts'
import { authenticateSession, requireRoles } from './http/authenticate-session.ts'
import { refuseWhileStopping } from './http/drain.ts'
import { reportHealth } from './http/health.ts'
import { readJsonStrictly } from './http/json-body.ts'
import { shedLoad } from './http/load.ts'
import { logRequests } from './http/log.ts'
import { lowerCaseIds } from './http/lower-case-ids.ts'
import { measureRequests } from './http/metrics.ts'
import { consolePrefix, describeApi } from './http/openapi.ts'
import { answerProblems, refuseUnreadable } from './http/problems.ts'
import { identifyRequests, requestIdOf } from './http/request-id.ts'
import { requireHost } from './http/require-host.ts'
import { restrainBrowsers } from './http/restrain-browsers.ts'
import { serveConsole } from './http/serve-console.ts'
import { validateStrictly } from './http/validation.ts'
import { incidentConsoleRoutes } from './incidents/console-routes.ts'
import { staffIncidentListShape } from './incidents/list-shape.ts'
import { incidentReadingRoutes } from './incidents/reading-routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { makeKeyCheck } from './keys/authenticate.ts'
import { keyRoutes } from './keys/routes.ts'
import { mediaConsoleRoutes } from './media/console-routes.ts'
import { downloadRoutes } from './media/download.ts'
import { mediaRoutes } from './media/routes.ts'
import { openMediaStorage, type MediaStorage } from './media/storage.ts'
import { sweepWhenListening } from './media/sweep.ts'
import { overviewRoutes } from './overview/routes.ts'
import { makeSessionCheck } from './sessions/authenticate.ts'
import { sessionRoutes, signInRoutes } from './sessions/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { workflowConsoleRoutes } from './workflow/console-routes.ts'
import { workflowRoutes } from './workflow/routes.ts'

export interface Service extends Pick<OpenDatabase, 'database' | 'pool'> {
  log: FastifyBaseLogger
  environment: Environment
}

/** The service on one screen: what holds for every request, then the features by name, each behind its guard. */
export async function buildApp(service: Service): Promise<FastifyInstance> {
  const { database, pool, environment, log } = service
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyMaximumBytes,
    // How long a request may take to arrive and, a little longer, a connection may be silent.
    requestTimeout: 300_000,
    connectionTimeout: 320_000,
    // What a stopping server refuses, and which connections it ends, `http/drain.ts` decides.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: headerMaximumBytes },
    http: { maxHeaderSize: headerMaximumBytes, headersTimeout: 15_000, requireHostHeader: false },
    ...refuseUnreadable,
  })
  app.decorate('configuredPublicUrl', environment.PUBLIC_URL)
  answerProblems(app)
  logRequests(app)
  measureRequests(app, pool)
  identifyRequests(app)
  restrainBrowsers(app)
  requireHost(app)
  refuseWhileStopping(app)
  readJsonStrictly(app)
  validateStrictly(app)
  lowerCaseIds(app)
  reportHealth(app, database)
  await describeApi(app)

  const storage = await openMediaStorage(environment)
  sweepWhenListening(app, database, storage)
  // A signed address is its own guard.
  if (storage.serving) await app.register(downloadRoutes(database, storage.serving))

  await app.register(externalApi(service, storage), { prefix: '/api/v1' })
  await app.register(consoleApi(service, storage), { prefix: consolePrefix })
  await serveConsole(app, { folder: environment.CONSOLE_DIR, mediaOrigin: storage.origin })
  return app
}

/** What integrations call, with a key. */
const externalApi =
  ({ database, environment, log }: Service, storage: MediaStorage): FastifyPluginAsync =>
  async (api) => {
    // Every operation below carries an Organization.
    const checkKey = makeKeyCheck(database, (error) => log.warn(error))
    api.addHook('onRequest', authenticateKey(database, checkKey))
    await shedLoad(api, environment.RATE_LIMIT_PER_MINUTE)
    await api.register(incidentRoutes)
    await api.register(commentRoutes)
    await api.register(mediaRoutes(storage))
    await api.register(configurationRoutes)
    await api.register(directoryRoutes)
    await api.register(workflowRoutes)
  }

/** What the staff console calls, with a session: the same rooms and verbs, and those that only people use. */
const consoleApi =
  ({ database, log }: Service, storage: MediaStorage): FastifyPluginAsync =>
  async (api) => {
    await api.register(cookie)
    await api.register(signInRoutes(database))
    await api.register(async (signedIn) => {
      // Every operation below carries an Organization and who is signed in to it.
      requireRoles(signedIn)
      const checkSession = makeSessionCheck(database, (error) => log.warn(error))
      signedIn.addHook('onRequest', authenticateSession(database, checkSession))
      await shedLoad(signedIn)
      await signedIn.register(sessionRoutes)
      await signedIn.register(incidentRoutes, { listShape: staffIncidentListShape })
      await signedIn.register(incidentConsoleRoutes)
      await signedIn.register(incidentReadingRoutes(storage))
      await signedIn.register(commentListRoutes)
      await signedIn.register(commentConsoleRoutes(storage))
      await signedIn.register(mediaRoutes(storage))
      await signedIn.register(mediaConsoleRoutes(storage))
      await signedIn.register(viewRoutes)
      await signedIn.register(liveRoutes)
      await signedIn.register(configurationRoutes)
      await signedIn.register(directoryRoutes)
      await signedIn.register(workflowRoutes)
      await signedIn.register(overviewRoutes)
      await signedIn.register(configurationDraftRoutes)
      await signedIn.register(revisionRoutes)
      await signedIn.register(locationRoutes)
      await signedIn.register(pointRoutes)
      await signedIn.register(locationImportRoutes)
      await signedIn.register(userRoutes)
      await signedIn.register(workflowConsoleRoutes)
      await signedIn.register(keyRoutes)
    })
  }

const bodyMaximumBytes = 1024 * 1024
/** A long query is answered like any other, so it has to be readable first. */
const headerMaximumBytes = 512 * 1024
