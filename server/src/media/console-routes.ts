import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Uuid } from '@tocsin/contract/scalars.ts'
import { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import Type from 'typebox'
import { responses } from '../http/problems/responses.ts'
import { describeIncidentMedia } from './describe.ts'
import type { MediaStorage } from './storage/storage.ts'
import { mediaUrlsFor } from './download/urls.ts'

/** Operation with which staff list the files of an incident. The external API does not have this operation. */
export const mediaConsoleRoutes =
  (storage: MediaStorage): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/incidents/:id/media',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'describe-incident-media',
          params: Type.Object({ id: Uuid }),
          response: responses(
            { 200: Type.Object({ data: Type.Array(AttachedMedia) }) },
            [400, 401, 404, 500],
            ['incident_not_found'],
          ),
        },
      },
      async (request) => ({
        data: await describeIncidentMedia(request.scope, request.params.id, mediaUrlsFor(request, storage)),
      }),
    )
  }
