import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { acceptMergePatch } from '../../http/bodies/json-body.ts'
import { keyedRequest, keyHeaders, runOnce, markReplay } from '../../http/idempotency/request.ts'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { shapeViolations } from '../../http/problems/shape-violations.ts'
import { IfMatchHeader, readIfMatch } from '../../http/responses/if-match.ts'
import { addVersion } from '../add-version.ts'
import { lockEvenDeleted, readEvenDeleted } from '../queries.ts'
import { changeIncidentOnce } from './change.ts'
import { deleteIncident } from './delete.ts'
import { rejectMalformedPatch } from './reject-malformed.ts'
import { restoreIncident } from './restore.ts'

const tags = ['Incidents']
const params = Type.Object({ id: Uuid })
const conditional = Type.Object({ ...keyHeaders.properties, 'if-match': Type.Optional(IfMatchHeader) })

interface IncidentChangeOptions {
  /**
   * True for the external API, false for the console. Only comments added through the external API can be changed
   * through it.
   */
  madeThroughApi: boolean
}

/** Operations that change one incident. Both the external API and the console API have them. */
export const incidentChangeRoutes: FastifyPluginAsyncTypebox<IncidentChangeOptions> = async (
  app,
  { madeThroughApi },
) => {
  acceptMergePatch(app)

  app.patch(
    '/incidents/:id',
    {
      config: { scope: 'write', isBatched: true },
      attachValidation: true,
      schema: {
        operationId: 'update-incident',
        summary: 'Change an incident',
        description:
          'The body is a JSON merge patch (RFC 7396): an absent field keeps its value, and null clears a field that may be ' +
          'empty. The current configuration applies: a required field cannot be emptied; read-only and hidden fields may ' +
          'be changed; an unchanged value is not checked again. `stateId` names the target state. With ' +
          '`If-Match` the change applies only to that version. A patch that changes nothing keeps the version.',
        tags,
        params,
        headers: conditional,
        consumes: ['application/merge-patch+json', 'application/json'],
        body: ref(PatchIncident),
        response: responses(
          { 200: ref(IncidentResponse) },
          [400, 401, 404, 412, 500],
          [
            'transition_not_allowed',
            'idempotency_key_reused',
            'incident_not_found',
            'reference_not_found',
            'incident_changed',
            ...bodyCodes,
          ],
        ),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const violations = shapeViolations(request)
      if (violations.length > 0) return rejectMalformedPatch(request.scope, id, request.body, violations)
      const ifMatch = readIfMatch(request.headers['if-match'])
      const { result, isReplay } = await changeIncidentOnce(request.scope, {
        incidentId: id,
        patch: request.body,
        keyed: keyedRequest(request, id),
        ifMatch,
        madeThroughApi,
      })
      markReplay(reply, isReplay)
      return addVersion(reply, result).send(result)
    },
  )

  app.delete(
    '/incidents/:id',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'delete-incident',
        summary: 'Delete an incident',
        description:
          'No read returns the incident, its comments or its files after that. Deleting it again returns 404. It can be ' +
          'restored for 30 days.',
        tags,
        params,
        headers: conditional,
        response: responses(
          { 204: Type.Null({ description: 'The incident is deleted.' }) },
          [400, 401, 404, 412, 500],
          ['idempotency_key_reused', 'incident_not_found', 'incident_changed'],
        ),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const ifMatch = readIfMatch(request.headers['if-match'])
      await runOnce(request, reply, id, {
        lock: (inner) => lockEvenDeleted(inner, id),
        run: (inner) => deleteIncident(inner, id, ifMatch),
        replay: async () => undefined,
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/incidents/:id/restore',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'restore-incident',
        summary: 'Restore a deleted incident',
        description:
          'Restores the incident with its comments and files within 30 days of its deletion. If its state has been ' +
          'removed from the workflow since, the incident moves to the initial state. An incident that is not deleted ' +
          'stays as it is.',
        tags,
        params,
        headers: keyHeaders,
        response: responses(
          { 200: ref(IncidentResponse) },
          [400, 401, 404, 500],
          ['idempotency_key_reused', 'incident_not_found'],
        ),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const incident = await runOnce(request, reply, id, {
        lock: (inner) => lockEvenDeleted(inner, id),
        run: (inner) => restoreIncident(inner, id),
        replay: (inner) => readEvenDeleted(inner, id),
      })
      return addVersion(reply, incident).send(incident)
    },
  )
}
