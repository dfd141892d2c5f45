import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AssignIncidents,
  ChangeOutcomes,
  SetIncidentPriorities,
  TransitionIncidents,
} from '@tocsin/contract/console/incident-change.ts'
import { answers, bodyCodes } from '../../http/problems/answers.ts'
import { changeIncident } from './change.ts'
import { changeEach } from './change-each.ts'

/** Operations of the console with which staff change several incidents. */
export const bulkChangeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/incidents/transition',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'transition-incidents',
        body: TransitionIncidents,
        response: answers({ 200: ChangeOutcomes }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async ({ scope, body: { incidentIds, ...patch } }) => ({
      outcomes: await changeEach(incidentIds, (id) => changeIncident(scope, id, patch)),
    }),
  )

  app.post(
    '/incidents/assign',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'assign-incidents',
        body: AssignIncidents,
        response: answers({ 200: ChangeOutcomes }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async ({ scope, body: { incidentIds, ...patch } }) => ({
      outcomes: await changeEach(incidentIds, (id) => changeIncident(scope, id, patch)),
    }),
  )

  app.post(
    '/incidents/prioritize',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'prioritize-incidents',
        body: SetIncidentPriorities,
        response: answers({ 200: ChangeOutcomes }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async ({ scope, body: { incidentIds, ...patch } }) => ({
      outcomes: await changeEach(incidentIds, (id) => changeIncident(scope, id, patch)),
    }),
  )
}
