import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import { Overview } from '@tocsin/contract/console/overview.ts'
import { responses } from '../http/problems/responses.ts'
import { repeatedParameter, unknownParameter } from '../http/lists/list-query.ts'
import type { RawQuery } from '../http/addresses/query-string.ts'
import { Problem } from '../problem.ts'
import { findFirstSteps } from './first-steps-queries.ts'
import { readOverview } from './read.ts'

/**
 * Operations that read the overview (for all staff) and the first steps (for administrators). The overview has the open
 * incidents by state, priority and location, the oldest unassigned incidents, and the numbers of incidents created and
 * closed each day.
 */
export const overviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/overview',
    {
      config: { role: 'member', isCompressed: true },
      schema: {
        operationId: 'get-overview',
        summary: 'Read the overview of the organization',
        description: '`timeZone` is an IANA name and defaults to UTC. The response is at most 3 seconds old.',
        response: responses({ 200: Overview }, [400, 401, 500]),
      },
    },
    async (request) => readOverview(request.scope, readTimeZone(request.query as RawQuery)),
  )

  app.get(
    '/overview/first-steps',
    {
      config: { role: 'administrator' },
      schema: {
        operationId: 'get-first-steps',
        summary: 'Read which first steps of a new organization are done',
        response: responses({ 200: FirstSteps }, [401, 403, 500]),
      },
    },
    async (request) => findFirstSteps(request.scope),
  )
}

function readTimeZone({ timeZone = 'UTC', ...others }: RawQuery): string {
  const violations = Object.keys(others).map(unknownParameter)
  if (Array.isArray(timeZone)) violations.push(repeatedParameter('timeZone'))
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
  return String(timeZone)
}
