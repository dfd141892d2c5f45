import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Database } from '../../database/open.ts'
import type { CheckKey } from '../keys/authenticate.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Organization that the request acts in; set by the guard before every operation. */
    scope: OrganizationScope
    /** The key that was sent, also one that is refused; undefined when the header has not the form of one. */
    keyId: string | undefined
  }
  interface FastifyContextConfig {
    /** What a key must be allowed for the operation. */
    scope?: KeyScope
  }
}

/**
 * The guard before every operation of the external API: the header `x-api-key` decides the Organization.
 * @see specification 5
 */
export function authenticateKey(database: Database, checkKey: CheckKey): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // A cache does not know that each key sees other answers; an operation whose answers may be kept says so.
    void reply.header('cache-control', 'no-store')
    const text = request.headers['x-api-key']
    const { id, key } = typeof text === 'string' ? await checkKey(text) : {}
    request.keyId = id
    if (!key) throw new Problem('unauthorized', { detail: refusal })
    request.scope = new OrganizationScope(key.organizationId, key.auditorId, database)
    if (request.is404) return
    const needed = neededScope(request)
    if (!key.scopes.includes(needed)) {
      throw new Problem('insufficient_scope', { detail: `The operation needs a key with the scope "${needed}".` })
    }
  }
}

/** The same whatever is wrong, so that it reveals nothing about other keys. */
const refusal = 'The API key is missing or not accepted. Send the key in the header x-api-key.'

function neededScope(request: FastifyRequest): KeyScope {
  const { scope } = request.routeOptions.config
  if (!scope) throw new Error(`the operation ${request.routeOptions.url} names no scope`)
  return scope
}
