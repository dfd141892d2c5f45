import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { About } from '@tocsin/contract/console/about.ts'
import { responses } from '../http/problems/responses.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { describeInstallation } from './about.ts'

/** Operation that describes the server to administrators. */
export const aboutRoutes =
  (storage: MediaStorage): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/about',
      {
        config: { role: 'administrator' },
        schema: {
          operationId: 'get-about',
          summary: 'Read the versions of the server and its database, and where files are stored',
          response: responses({ 200: About }, [401, 403, 500]),
        },
      },
      (request) => describeInstallation(request.scope, storage),
    )
  }
