import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import { commentListRoutes } from './comments/api-routes.ts'
import { commentConsoleRoutes } from './comments/console-routes.ts'
import { configurationRoutes } from './configuration/api-routes.ts'
import { configurationDraftRoutes } from './configuration/draft/console-routes.ts'
import { revisionRoutes } from './configuration/revisions/console-routes.ts'
import { directoryRoutes } from './directory/api-routes.ts'
import { locationRoutes, pointRoutes } from './directory/console-routes.ts'
import { locationImportRoutes } from './directory/import/console-routes.ts'
import { userRoutes } from './directory/users/console-routes.ts'
import { liveRoutes } from './live/console-routes.ts'
import { acceptLongBodies } from './http/bodies/json-body.ts'
import { makeNetworkOf } from './http/guards/client-network.ts'
import { rejectUnderLoad } from './http/guards/reject-under-load.ts'
import { rejectForeignHost } from './http/guards/same-origin.ts'
import { authenticateSession, requireRoles } from './identity/guards/authenticate-session.ts'
import { checkAccessAgain } from './identity/guards/check-access-again.ts'
import { keyRoutes } from './identity/keys/console-routes.ts'
import { makeSessionCheck } from './identity/sessions/authenticate.ts'
import { sessionRoutes, signInRoutes } from './identity/sessions/console-routes.ts'
import { DeviceMarks } from './identity/sessions/device.ts'
import type { SignInContext } from './identity/sessions/sign-in-context.ts'
import { findUsableRoles } from './identity/sessions/usable-queries.ts'
import { setUpRoutes } from './identity/set-up/console-routes.ts'
import { incidentRoutes } from './incidents/api-routes.ts'
import { incidentChangeRoutes } from './incidents/change/api-routes.ts'
import { bulkChangeRoutes } from './incidents/bulk/console-routes.ts'
import { incidentReadingRoutes } from './incidents/list/console-routes.ts'
import { staffIncidentListShape } from './incidents/list/list-shape.ts'
import { mediaRoutes } from './media/api-routes.ts'
import { mediaConsoleRoutes } from './media/console-routes.ts'
import { signingSecret } from './media/download/signing-secret.ts'
import { aboutRoutes } from './installation/console-routes.ts'
import type { MediaService } from './media/service.ts'
import { organizationRoutes } from './organizations/console-routes.ts'
import { overviewRoutes } from './overview/console-routes.ts'
import { templateRoutes } from './templates/console-routes.ts'
import { viewRoutes } from './views/console-routes.ts'
import { webhookRoutes } from './webhooks/api-routes.ts'
import type { WebhookSender } from './webhooks/deliveries/sender.ts'
import { workflowRoutes } from './workflow/api-routes.ts'
import { workflowConsoleRoutes } from './workflow/console-routes.ts'
import type { AppOptions } from './app.ts'

/** The console API, which the console calls with a session. Some of its features also belong to the external API. */
export const consoleApi =
  ({ service, environment, log }: AppOptions, media: MediaService, webhooks: WebhookSender): FastifyPluginAsync =>
  async (api) => {
    api.addHook('onRequest', rejectForeignHost)
    await api.register(cookie)
    const context: SignInContext = {
      service,
      devices: new DeviceMarks(await signingSecret(environment)),
      networkOf: makeNetworkOf(environment.TRUSTED_PROXIES),
    }
    await api.register(signInRoutes(context))
    await api.register(setUpRoutes(context))
    await api.register(async (signedIn) => {
      // For every operation registered below, `authenticateSession` sets the organization and the acting user of the
      // request.
      requireRoles(signedIn)
      const checkSession = makeSessionCheck(service, (error) => log.warn(error))
      signedIn.addHook('onRequest', authenticateSession(service, checkSession))
      signedIn.addHook('preHandler', checkAccessAgain)
      acceptLongBodies(signedIn)
      await rejectUnderLoad(signedIn)
      await signedIn.register(sessionRoutes(context))
      await signedIn.register(incidentRoutes, { listShape: staffIncidentListShape })
      await signedIn.register(incidentChangeRoutes, { madeThroughApi: false })
      await signedIn.register(bulkChangeRoutes)
      await signedIn.register(incidentReadingRoutes(media.storage))
      await signedIn.register(commentListRoutes)
      await signedIn.register(commentConsoleRoutes(media))
      await signedIn.register(mediaRoutes(media))
      await signedIn.register(mediaConsoleRoutes(media.storage))
      await signedIn.register(viewRoutes)
      await signedIn.register(liveRoutes(service.database, (sessions) => findUsableRoles(service.database, sessions)))
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
      await signedIn.register(organizationRoutes)
      await signedIn.register(templateRoutes)
      await signedIn.register(aboutRoutes(media.storage))
      await signedIn.register(webhookRoutes, { sender: webhooks })
    })
  }
