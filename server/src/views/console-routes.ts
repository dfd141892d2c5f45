import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Uuid } from '@tocsin/contract/scalars.ts'
import {
  CountViews,
  SaveView,
  UpdateView,
  View,
  ViewCounts,
  ViewPreferences,
  Views,
} from '@tocsin/contract/console/view.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { countViews } from '../incidents/list/count-views.ts'
import { arrangeViews } from './arrange.ts'
import { changeView } from './change.ts'
import { deleteView } from './delete.ts'
import { listViews } from './list.ts'
import { saveView } from './save.ts'

const params = Type.Object({ id: Uuid })

/** Operations on saved views. A user sees their own views and the shared views of other users. */
export const viewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/views',
    {
      config: { role: 'member', isCompressed: true },
      schema: {
        operationId: 'list-views',
        response: responses({ 200: Views }, [400, 401, 500]),
      },
    },
    (request) => listViews(request.scope),
  )

  app.post(
    '/views',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'save-view',
        body: SaveView,
        response: responses(
          { 201: View },
          [400, 401, 403, 409, 500],
          ['too_many_views', 'view_id_taken', ...bodyCodes],
        ),
      },
    },
    async (request, reply) => reply.code(201).send(await saveView(request.scope, request.body)),
  )

  app.post(
    '/views/counts',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'count-views',
        body: CountViews,
        response: responses({ 200: ViewCounts }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async (request) => {
      // Release the concurrency slot while this request waits: all requests that count views share one database
      // connection.
      request.releaseSlot?.()
      return { counts: await countViews(request.scope, request.body.queries) }
    },
  )

  app.put(
    '/views/preferences',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'arrange-views',
        body: ViewPreferences,
        response: responses({ 200: ViewPreferences }, [400, 401, 403, 404, 500], ['view_not_found', ...bodyCodes]),
      },
    },
    ({ scope, body }) => arrangeViews(scope, body),
  )

  app.patch(
    '/views/:id',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'change-view',
        params,
        body: UpdateView,
        response: responses(
          { 200: View },
          [400, 401, 403, 404, 409, 500],
          ['view_not_found', 'view_not_yours', 'too_many_views', ...bodyCodes],
        ),
      },
    },
    ({ scope, session, params: { id }, body }) => changeView(scope, id, session.role, body),
  )

  app.delete(
    '/views/:id',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'remove-view',
        params,
        response: responses(
          { 204: Type.Null({ description: 'The view is deleted.' }) },
          [400, 401, 403, 404, 500],
          ['view_not_found', 'view_not_yours'],
        ),
      },
    },
    async ({ scope, session, params: { id } }, reply) => {
      await deleteView(scope, id, session.role)
      return reply.code(204).send(null)
    },
  )
}
