import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { IncidentDetails } from '@tocsin/contract/api/incident-change.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import type { ProblemCode } from '@tocsin/contract/api/problem.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { addFeedPosition } from '../events/newest-position.ts'
import { sendJson } from '../http/responses/send-json.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { sendTextPage, applyHandling } from '../http/lists/list-response.ts'
import { listParameter, pagingParameters } from '../http/lists/list-parameters.ts'
import { readListQuery } from '../http/lists/list-query.ts'
import { extension } from '../http/openapi/mark-extensions.ts'
import { shapeViolations } from '../http/problems/shape-violations.ts'
import { markReplay } from '../http/idempotency/request.ts'
import { Problem } from '../problem.ts'
import { addVersion } from './add-version.ts'
import { createIncident } from './create/create.ts'
import { rejectMalformedCreation } from './create/reject-malformed.ts'
import { incidentListShape, type staffIncidentListShape } from './list/list-shape.ts'
import { listIncidents } from './list/list.ts'
import { tryCreation } from './create/try.ts'
import { readIncidentDetails } from './read.ts'

const tags = ['Incidents']

const creationCodes: ProblemCode[] = [
  'invalid_incident',
  'client_request_id_reused',
  'configuration_revision_too_old',
  'reference_not_found',
  ...bodyCodes,
]

interface IncidentRoutesOptions {
  /** Query parameters that the list accepts. Defaults to the parameters of the external API in `docs/contract.md`. */
  listShape?: typeof staffIncidentListShape
}

export const incidentRoutes: FastifyPluginAsyncTypebox<IncidentRoutesOptions> = async (app, { listShape }) => {
  app.post(
    '/incidents',
    {
      config: { scope: 'write', isSpecified: true, isBatched: true },
      attachValidation: true,
      schema: {
        operationId: 'create-incident',
        summary: 'Create an incident',
        description:
          'Creates an incident in the initial workflow state, once per `clientRequestId`: a retry with the same body ' +
          'is answered with the incident and the header `Idempotent-Replayed: true`.',
        tags,
        body: ref(CreateIncident),
        response: responses({ 201: ref(IncidentResponse) }, [400, 401, 404, 500], creationCodes),
      },
    },
    async (request, reply) => {
      const violations = shapeViolations(request)
      if (violations.length > 0) return rejectMalformedCreation(request.scope, request.body, violations)
      const creation = await createIncident(request.scope, request.body)
      markReplay(reply, creation.isReplay)
      return sendJson(addVersion(reply, creation).code(201), creation.response)
    },
  )

  app.get(
    '/incidents',
    {
      config: { scope: 'read', isSpecified: true, isBatched: true, isCompressed: true },
      schema: {
        operationId: 'list-incidents',
        summary: 'List incidents',
        description:
          'Filters combine; a filter takes one value, `in:a,b` for several, or is repeated (`tags[]=a` and ' +
          '`tags[0]=a` count as repeated). Bad input fails closed: an impossible value matches nothing, and an ' +
          'unknown parameter is ignored and named in `Tocsin-Ignored-Parameters`. A filter takes up to 5,000 ' +
          'values, `sort` up to 20 keys and a query up to 10,000 parameters; beyond that the list is empty and ' +
          'the header names the parameter. With `Prefer: handling=strict` the same input is answered with 400; ' +
          'without it, this operation never answers 400. `Link: rel="next"` leads to the next page.',
        tags,
        headers: Type.Object({
          prefer: Type.Optional(
            Type.String({
              ...extension,
              description: '`handling=strict` rejects an invalid query.',
              examples: ['handling=strict'],
            }),
          ),
        }),
        querystring: Type.Object({
          ...pagingParameters(Object.keys(incidentListShape.sorts), '-priority,name'),
          q: listParameter(
            'Words, each a part of the name or of a tag, in any order; case and accents are ignored.',
            'freezer door',
          ),
          typeId: listParameter('Type identifiers.', '0199a3c2-3e4f-7a5b-8c6d-7e8f9a0b1c23'),
          categoryId: listParameter('Category identifiers.', '0199a3c2-4f5a-7b6c-9d7e-8f9a0b1c2d34'),
          stateId: listParameter('Workflow state identifiers.', '0199a3c0-0a4b-7d38-8a51-6f2d9b0c4e13'),
          state: listParameter(
            'open or closed: incidents in states that are not final, or in final ones, as the workflow is now.',
            'open',
            extension,
          ),
          priority: listParameter('MINOR, NORMAL, MAJOR or CRITICAL.', 'in:MAJOR,CRITICAL'),
          locationId: listParameter('Location identifiers.', '0199a3c1-1c2d-7e3f-8a4b-5c6d7e8f9a01'),
          pointId: listParameter('Point identifiers.', '0199a3c1-2d3e-7f4a-9b5c-6d7e8f9a0b12'),
          assigneeId: listParameter('Assignee identifiers.', '0199a3c0-1b5c-7e17-8a2d-4c6e8f0a2b44'),
          createdBy: listParameter('Reporter identifiers.', '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44'),
          startAt: listParameter('Lower bound of lastModifiedAt, inclusive.', 'gte:2026-03-01T00:00:00.000Z'),
          endAt: listParameter('Upper bound of lastModifiedAt, inclusive.', 'lte:2026-03-31T23:59:59.999Z'),
          tags: listParameter('One or more tags; an incident with any of them matches.', 'in:cold-chain,night'),
          externalId: listParameter('Identifiers in your own system.', 'gateway-17/alarm-20481', extension),
          number: listParameter('Numbers of incidents.', '1042', extension),
          createdFrom: listParameter('Lower bound of createdAt, inclusive.', 'gte:2026-03-01T00:00:00.000Z', extension),
          createdUntil: listParameter(
            'Upper bound of createdAt, inclusive.',
            'lte:2026-03-31T23:59:59.999Z',
            extension,
          ),
        }),
        response: responses({ 200: listOf(ref(IncidentResponse)) }, [400, 401, 500]),
      },
    },
    async (request, reply) => {
      const query = readListQuery(listShape ?? incidentListShape, request.query)
      applyHandling(request, reply, query)
      await addFeedPosition(request, reply)
      return sendTextPage(request, reply, query, await listIncidents(request.scope, query))
    },
  )

  app.get(
    '/incidents/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'get-incident',
        summary: 'Read one incident',
        description:
          'Lists the states to which the incident can move in `nextStates`. The ETag is the version of the incident.',
        tags,
        params: Type.Object({ id: Uuid }),
        response: responses({ 200: ref(IncidentDetails) }, [400, 401, 404, 500], ['incident_not_found']),
      },
    },
    async (request, reply) => {
      const incident = await readIncidentDetails(request.scope, request.params.id)
      if (!incident) throw new Problem('incident_not_found')
      return sendJson(addVersion(reply, incident), incident.response)
    },
  )

  app.post(
    '/incidents/validate',
    {
      config: { scope: 'write' },
      attachValidation: true,
      schema: {
        operationId: 'validate-incident',
        summary: 'Try a creation without storing it',
        description:
          'Returns the response that create-incident would return, but with 200 instead of 201: every violation, or ' +
          'the incident with its defaults. Nothing is stored, and the `clientRequestId` is not used up. A created ' +
          'incident will have another `id`, and perhaps another `number`.',
        tags,
        body: ref(CreateIncident),
        response: responses({ 200: ref(IncidentResponse) }, [400, 401, 404, 500], creationCodes),
      },
    },
    async (request, reply) => {
      const violations = shapeViolations(request)
      if (violations.length > 0) return rejectMalformedCreation(request.scope, request.body, violations)
      const { response, isReplay } = await tryCreation(request.scope, request.body)
      markReplay(reply, isReplay)
      return sendJson(reply, response)
    },
  )
}
