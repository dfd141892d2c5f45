import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiKey, IssuedKey, IssueKey, KeyRotation, RotateKey } from '@tocsin/contract/console/api-key.ts'
import { overlapHoursDefault } from '@tocsin/contract/limits.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import { Instant, parseInstant, Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { pageResponse, readStrictly } from '../../http/lists/list-response.ts'
import { pagingParameters } from '../../http/lists/list-parameters.ts'
import { Problem, violationAt } from '../../problem.ts'
import { issueKey } from './issue.ts'
import { keyListShape, listKeys } from './list.ts'
import { revokeKey } from './revoke.ts'
import { hourMs, rotateKey } from './rotate.ts'

const config = { role: 'administrator' } as const
const params = Type.Object({ id: Uuid })
const { limit, cursor } = pagingParameters([], '')

/**
 * Operations on the organization's API keys, for administrators. The guard forbids caching of the responses, so that no
 * cache stores a secret.
 */
export const keyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/keys',
    {
      config,
      schema: {
        operationId: 'list-keys',
        summary: 'List the API keys ever issued, oldest first, one page per request',
        querystring: Type.Object({ limit, cursor }),
        response: responses({ 200: listOf(ApiKey) }, [400, 401, 403, 500]),
      },
    },
    async (request, reply) => {
      const query = readStrictly(keyListShape, request.query)
      return pageResponse(request, reply, query, await listKeys(request.scope, query))
    },
  )

  app.post(
    '/keys',
    {
      config,
      schema: {
        operationId: 'issue-key',
        summary: 'Issue an API key; it is shown in this response and never again',
        body: IssueKey,
        response: responses({ 201: IssuedKey }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async (request, reply) => {
      const { name, scopes, expiresAt: written } = request.body
      const expiresAt = written ? parseInstant(written)! : null
      rejectPast(expiresAt)
      return reply.code(201).send(await issueKey(request.scope, { name, scopes: scopes.toSorted(), expiresAt }))
    },
  )

  app.post(
    '/keys/:id/rotate',
    {
      config,
      schema: {
        operationId: 'rotate-key',
        summary: 'Issue a successor, shown in this response and never again; the old key keeps working for an overlap',
        params,
        body: RotateKey,
        response: responses({ 201: KeyRotation }, [400, 401, 403, 404, 500], ['reference_not_found', ...bodyCodes]),
      },
    },
    async (request, reply) => {
      const { overlapHours = overlapHoursDefault } = request.body
      return reply.code(201).send(await rotateKey(request.scope, request.params.id, overlapHours * hourMs))
    },
  )

  app.post(
    '/keys/:id/revoke',
    {
      config,
      schema: {
        operationId: 'revoke-key',
        summary: 'Revoke an API key immediately',
        params,
        response: responses(
          { 200: Type.Object({ revokedAt: Instant }) },
          [400, 401, 403, 404, 500],
          ['reference_not_found'],
        ),
      },
    },
    async (request) => {
      const { revokedAt } = await revokeKey(request.scope, request.params.id)
      return { revokedAt }
    },
  )
}

function rejectPast(expiresAt: Instant | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > Date.now()) return
  const message = 'expiresAt must be in the future.'
  throw new Problem('invalid_request', { violations: [violationAt('/expiresAt', 'not_allowed_value', message)] })
}
