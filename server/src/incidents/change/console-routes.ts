import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import {
  AssignIncident,
  AssignIncidents,
  ChangeOutcomes,
  EditIncident,
  SetIncidentPriority,
  SetIncidentPriorities,
  TransitionIncident,
  TransitionIncidents,
} from '@tocsin/contract/console/incident-change.ts'
import { ref, Uuid, type Instant } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { answers, bodyCodes } from '../../http/problems/answers.ts'
import { changeIncident } from './change.ts'
import { changeEach } from './change-each.ts'
import { deleteIncident } from './delete.ts'

const params = Type.Object({ id: Uuid })

/** Header `If-Match` of an edit: `lastModifiedAt` of the incident that the user read, in double quotes. */
const IfMatch = Type.String({ pattern: '^"[^"]+"$' })

/** Operations of the console with which staff change one incident or several incidents. */
export const incidentConsoleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.patch(
    '/incidents/:id',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'edit-incident',
        params,
        headers: Type.Object({ 'if-match': IfMatch }),
        body: EditIncident,
        response: answers(
          { 200: ref(IncidentResponse) },
          [400, 401, 403, 404, 412, 500],
          ['incident_not_found', 'reference_not_found', 'incident_changed', ...bodyCodes],
        ),
      },
    },
    (request) => {
      const seenAt: Instant = request.headers['if-match'].slice(1, -1)
      return changeIncident(request.scope, request.params.id, request.body, { seenAt })
    },
  )

  app.delete(
    '/incidents/:id',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'remove-incident',
        params,
        response: answers(
          { 204: Type.Null({ description: 'The incident is deleted.' }) },
          [400, 401, 403, 404, 500],
          ['incident_not_found'],
        ),
      },
    },
    async (request, reply) => {
      await deleteIncident(request.scope, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/incidents/:id/transition',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'transition-incident',
        params,
        body: TransitionIncident,
        response: answers(
          { 200: ref(IncidentResponse) },
          [400, 401, 403, 404, 409, 500],
          ['incident_not_found', 'transition_not_allowed', ...bodyCodes],
        ),
      },
    },
    (request) => changeIncident(request.scope, request.params.id, request.body),
  )

  app.post(
    '/incidents/:id/assignee',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'assign-incident',
        params,
        body: AssignIncident,
        response: answers(
          { 200: ref(IncidentResponse) },
          [400, 401, 403, 404, 500],
          ['incident_not_found', 'reference_not_found', ...bodyCodes],
        ),
      },
    },
    (request) => changeIncident(request.scope, request.params.id, request.body),
  )

  app.post(
    '/incidents/:id/priority',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'prioritize-incident',
        params,
        body: SetIncidentPriority,
        response: answers(
          { 200: ref(IncidentResponse) },
          [400, 401, 403, 404, 500],
          ['incident_not_found', ...bodyCodes],
        ),
      },
    },
    (request) => changeIncident(request.scope, request.params.id, request.body),
  )

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
