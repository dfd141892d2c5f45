import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ProblemCode } from '@tocsin/contract/api/problem.ts'
import { Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { responses } from '../http/problems/responses.ts'
import type { OrganizationScope } from '../scope.ts'
import type { EntryKind } from './lock-existing.ts'

type Verb = (scope: OrganizationScope, id: Uuid) => Promise<void>

interface Archiving {
  kind: EntryKind
  archive: Verb
  restore: Verb
}

const codes: ProblemCode[] = ['reference_not_found', 'used_as_default', 'last_administrator']

/** Adds two operations to the API: one that archives a location, point or user, and one that restores it. */
export function addArchiving(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  path: string,
  { kind, ...verbs }: Archiving,
): void {
  for (const [name, verb] of Object.entries(verbs)) {
    app.post(
      `${path}/:id/${name}`,
      {
        config: { role: 'administrator' },
        schema: {
          operationId: `${name}-${kind}`,
          summary: name === 'archive' ? `Archive a ${kind}` : `Restore a ${kind}`,
          params: Type.Object({ id: Uuid }),
          response: responses({ 204: Type.Null() }, [400, 401, 403, 404, 409, 500], codes),
        },
      },
      async (request, reply) => {
        await verb(request.scope, request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
