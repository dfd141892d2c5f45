import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { CheckKey } from '../keys/authenticate.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Organization and acting user of the request. The guard of the API sets it before every operation. */
    scope: OrganizationScope
    /**
     * Id that the API key in the request contains, even if the key was rejected. Undefined when the header is
     * malformed.
     */
    keyId: string | undefined
    /** Scopes of the API key. `authenticateKey` sets them. */
    keyScopes: readonly KeyScope[]
  }
  interface FastifyContextConfig {
    /** Scope that an API key needs for the operation. */
    scope?: KeyScope
  }
}

/**
 * Makes the guard of the external API. The guard checks the API key in the header `x-api-key`, and sets the scope of
 * the request to the organization of the key. A missing or rejected key throws Problem `unauthorized`.
 * @see docs/contract.md#5
 */
export function authenticateKey(service: Service, checkKey: CheckKey): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // Forbid caching, because each API key gets different responses. Operations with cacheable responses override this
    // header.
    void reply.header('cache-control', 'no-store')
    const text = request.headers['x-api-key']
    const check = async () => (typeof text === 'string' ? checkKey(text) : undefined)
    const { id, key } = (await check()) ?? {}
    request.keyId = id
    if (!key) throw rejected()
    request.scope = OrganizationScope.inShare(key.organizationId, key.auditorId, service, id)
    request.checkAccess = async () => {
      if (!(await check())?.key) throw rejected()
    }
    request.keyScopes = key.scopes
  }
}

/**
 * Guard of the external API, after `authenticateKey`. Throws Problem `insufficient_scope` if the key lacks the scope
 * that the operation needs.
 */
export const requireScope: onRequestAsyncHookHandler = async (request) => {
  if (request.is404) return
  const needed = neededScope(request)
  if (!request.keyScopes.includes(needed)) {
    throw new Problem('insufficient_scope', { detail: `The operation needs a key with the scope "${needed}".` })
  }
}

/**
 * Use one text for missing, malformed, unknown, expired and revoked API keys, so that a caller cannot find out which
 * keys exist.
 */
const rejected = (): Problem =>
  new Problem('unauthorized', {
    detail: 'The API key is missing or not accepted. Send the key in the header x-api-key.',
  })

function neededScope(request: FastifyRequest): KeyScope {
  const { scope } = request.routeOptions.config
  if (!scope) throw new Error(`the operation ${request.routeOptions.url} names no scope`)
  return scope
}
