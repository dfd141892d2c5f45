import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  ConfigurationChanges,
  OldestRevisionAge,
  RevisionSummary,
} from '@tocsin/contract/console/configuration-history.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { pagingParameters } from '../../http/lists/list-parameters.ts'
import { pageResponse, readStrictly } from '../../http/lists/list-response.ts'
import { revisionDifference } from '../difference.ts'
import { findOldestRevisionAge } from '../queries.ts'
import { listRevisions, readRevision, revisionListShape } from './history.ts'
import { setOldestRevisionAge } from './set-oldest-revision-age.ts'

const config = { role: 'administrator' } as const
const revision = Type.String({ pattern: '^[1-9][0-9]*$', description: 'Number of the revision.' })
const { limit, cursor } = pagingParameters([], '')

/**
 * Routes for the history of revisions, and for the number of days that replaced revisions stay usable. The content of a
 * revision is read from `/creation-configurations`.
 */
export const revisionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/configuration/revisions',
    {
      config: { ...config, isCompressed: true },
      schema: {
        operationId: 'list-configuration-revisions',
        summary: 'List the revisions and how much each is used, newest first, one page per request',
        querystring: Type.Object({ limit, cursor }),
        response: responses({ 200: listOf(RevisionSummary) }, [400, 401, 403, 500]),
      },
    },
    async (request, reply) => {
      const query = readStrictly(revisionListShape, request.query)
      return pageResponse(request, reply, query, await listRevisions(request.scope, query))
    },
  )

  app.get(
    '/configuration/revisions/:revision',
    {
      config,
      schema: {
        operationId: 'get-configuration-revision',
        summary: 'Read the publication of a revision and how much it is used',
        params: Type.Object({ revision }),
        response: responses({ 200: RevisionSummary }, [400, 401, 403, 404, 500], ['configuration_not_found']),
      },
    },
    async (request) => readRevision(request.scope, Number(request.params.revision)),
  )

  app.get(
    '/configuration/revisions/:from/difference/:to',
    {
      config: { ...config, isCompressed: true },
      schema: {
        operationId: 'compare-configuration-revisions',
        summary: 'Show what changed from one revision to another',
        params: Type.Object({ from: revision, to: revision }),
        response: responses({ 200: ConfigurationChanges }, [400, 401, 403, 404, 500], ['configuration_not_found']),
      },
    },
    async (request) => revisionDifference(request.scope, Number(request.params.from), Number(request.params.to)),
  )

  app.get(
    '/configuration/oldest-revision-age',
    {
      config,
      schema: {
        operationId: 'get-oldest-revision-age',
        summary: 'Read how long a revision may be used after it is replaced',
        response: responses({ 200: OldestRevisionAge }, [401, 403, 500]),
      },
    },
    async (request) => ({ days: await findOldestRevisionAge(request.scope) }),
  )

  app.put(
    '/configuration/oldest-revision-age',
    {
      config,
      schema: {
        operationId: 'set-oldest-revision-age',
        summary: 'Set how long a revision may be used after it is replaced',
        body: OldestRevisionAge,
        response: responses({ 200: OldestRevisionAge }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async (request) => {
      await setOldestRevisionAge(request.scope, request.body.days)
      return request.body
    },
  )
}
