import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { commentRoutes } from './comments/api-routes.ts'
import { configurationRoutes } from './configuration/api-routes.ts'
import { directoryRoutes } from './directory/api-routes.ts'
import type { Environment } from './environment.ts'
import { feedRoutes } from './feed/api-routes.ts'
import { parseQueryString } from './http/addresses/query-string.ts'
import { readableAddress } from './http/addresses/readable-address.ts'
import { readJsonStrictly, acceptLongBodies, unguardedBodyMaximumBytes } from './http/bodies/json-body.ts'
import { limitBodyMemory } from './http/bodies/limit-body-memory.ts'
import { limitConcurrency } from './http/guards/limit-concurrency.ts'
import { headerMaximumBytes, limitHeaders } from './http/guards/limit-headers.ts'
import { rejectUnderLoad } from './http/guards/reject-under-load.ts'
import { setSecurityHeaders } from './http/guards/security-headers.ts'
import { answerUnknownAddress, rejectUnknownAddresses } from './http/guards/unknown-address.ts'
import { normalizeInput } from './http/normalize-input.ts'
import { consolePrefix, describeApi } from './http/openapi/openapi.ts'
import { rejectWhileStopping } from './http/operations/drain.ts'
import { endStalledConnections } from './http/operations/end-stalled-connections.ts'
import { reportHealth } from './http/operations/health.ts'
import { logRequests } from './http/operations/log.ts'
import { measureRequests } from './http/operations/metrics.ts'
import { identifyRequests, requestIdOf } from './http/operations/request-id.ts'
import { answerProblems, rejectUnreadableRequests } from './http/problems/problems.ts'
import { validateStrictly } from './http/problems/validation.ts'
import { compressResponses } from './http/responses/compress.ts'
import { compileSerializersOnce } from './http/responses/compile-serializers.ts'
import { serveConsole } from './http/responses/serve-console.ts'
import { checkAccessAgain } from './identity/guards/check-access-again.ts'
import { authenticateKey, requireScope } from './identity/guards/authenticate-key.ts'
import { makeKeyCheck } from './identity/keys/authenticate.ts'
import { incidentRoutes } from './incidents/api-routes.ts'
import { incidentBatchRoutes } from './incidents/batch/api-routes.ts'
import { incidentChangeRoutes } from './incidents/change/api-routes.ts'
import { mediaRoutes } from './media/api-routes.ts'
import { downloadRoutes } from './media/download/routes.ts'
import type { MediaService } from './media/service.ts'
import { openMediaStorage } from './media/storage/storage.ts'
import { sweepWhenListening } from './media/storage/sweep.ts'
import { PendingThumbnails } from './media/thumbnails/pending.ts'
import type { Service } from './service.ts'
import { webhookRoutes } from './webhooks/api-routes.ts'
import type { WebhookSender } from './webhooks/deliveries/sender.ts'
import { startWebhooks } from './webhooks/start.ts'
import { workflowRoutes } from './workflow/api-routes.ts'
import { consoleApi } from './console-api.ts'

export interface AppOptions {
  service: Service
  environment: Environment
  log: FastifyBaseLogger
}

/**
 * Builds the HTTP server. Registers first the hooks for all requests, then each feature's routes behind the guard of
 * their API.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { service, environment, log } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: unguardedBodyMaximumBytes,
    requestTimeout: 300_000,
    // When the server stops, let Fastify end only idle connections and reject no requests: `http/operations/drain.ts`
    // ends the other connections and rejects requests.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: readableAddress,
    routerOptions: { maxParamLength: headerMaximumBytes, querystringParser: parseQueryString },
    http: {
      maxHeaderSize: headerMaximumBytes,
      headersTimeout: 15_000,
      // Maximum number of bytes of a body that wait in memory until the guard has run. Each byte may be a separate
      // chunk, so the default of 64 KiB would cost too much.
      highWaterMark: 16 * 1024,
      // Interval at which Node looks for requests that have timed out. With the default interval, Node would end a
      // request up to 30 s late.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    ...rejectUnreadableRequests,
  })
  app.decorate('configuredPublicUrl', environment.PUBLIC_URL)
  endStalledConnections(app.server)
  answerProblems(app)
  logRequests(app)
  const metrics = measureRequests(app, service, environment.METRICS_TOKEN)
  identifyRequests(app)
  setSecurityHeaders(app)
  limitHeaders(app)
  rejectWhileStopping(app)
  rejectUnknownAddresses(app)
  readJsonStrictly(app)
  limitBodyMemory(app)
  limitConcurrency(app)
  validateStrictly(app)
  compileSerializersOnce(app)
  normalizeInput(app)
  reportHealth(app, service.database)
  await compressResponses(app)
  await describeApi(app)

  const storage = await openMediaStorage(environment)
  sweepWhenListening(app, service, storage)
  const thumbnails = new PendingThumbnails({ service, storage, log })
  app.addHook('onListen', async () => thumbnails.start())
  app.addHook('onClose', () => thumbnails.close())
  app.addHook('preClose', async () => service.feedWatcher.close())
  const media = { storage, thumbnails }
  const webhooks = startWebhooks(app, { service, environment, log, metrics })
  // Downloads need no API key and no session, because their URLs are signed.
  if (storage.serving) await app.register(downloadRoutes(service, storage.serving))

  await app.register(externalApi(options, media, webhooks), { prefix: '/api/v1' })
  await app.register(consoleApi(options, media, webhooks), { prefix: consolePrefix })
  await serveConsole(app, { folder: environment.CONSOLE_DIR, mediaOrigin: storage.origin })
  return app
}

/** The external API, which integrations call with an API key. */
const externalApi =
  ({ service, environment, log }: AppOptions, media: MediaService, webhooks: WebhookSender): FastifyPluginAsync =>
  async (api) => {
    // For every operation registered below, `authenticateKey` sets the organization scope of the request.
    const checkKey = makeKeyCheck(service, (error) => log.warn(error))
    api.addHook('onRequest', authenticateKey(service, checkKey))
    api.addHook('preHandler', checkAccessAgain)
    // Set the not-found handler here, so that the guard of the API checks a request before the handler answers 404.
    api.setNotFoundHandler(answerUnknownAddress)
    acceptLongBodies(api)
    await rejectUnderLoad(api, environment.RATE_LIMIT_PER_MINUTE)
    // Check the scope after the rate limit, so that requests of keys without the scope count towards this limit.
    api.addHook('onRequest', requireScope)
    await api.register(incidentRoutes)
    await api.register(incidentChangeRoutes, { madeThroughApi: true })
    await api.register(incidentBatchRoutes)
    await api.register(commentRoutes)
    await api.register(feedRoutes)
    await api.register(webhookRoutes, { sender: webhooks })
    await api.register(mediaRoutes(media))
    await api.register(configurationRoutes)
    await api.register(directoryRoutes)
    await api.register(workflowRoutes)
  }
