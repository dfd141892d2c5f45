import type { Role } from '@tocsin/contract/console/session.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { isSameText } from '../../is-same-text.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import type { CheckSession, SignedInSession } from '../sessions/authenticate.ts'
import { isRead, rejectForeignOrigin } from '../../http/guards/same-origin.ts'
import { sessionCookie } from '../../http/guards/session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Session of the signed-in user. The guard of the console API sets it before every operation. */
    session: SignedInSession
    /**
     * Checks again that the API key is accepted, or that the user is signed in and has the role that the operation
     * requires. A long operation calls it before each part, because the key or the session may end meanwhile. Throws
     * Problem `unauthorized`, `not_signed_in` or `administrators_only`.
     */
    checkAccess: CheckAccess
  }
  interface FastifyContextConfig {
    /**
     * Role that an operation of the console requires. An operation for all signed-in users has a `scope` instead of a
     * role.
     */
    role?: Role
  }
}

export type CheckAccess = () => Promise<void>

/**
 * Makes the guard of the console's operations. The session cookie determines the organization and the acting user. A
 * write must come from a page of the console and send the CSRF token. The guard throws Problem `not_signed_in`,
 * `csrf_token_invalid` or `administrators_only`, checked in this order.
 */
export function authenticateSession(service: Service, checkSession: CheckSession): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const needed = neededRole(request.routeOptions.url, request.routeOptions.config)
    const token = sessionCookie.read(request)
    const findSession = async () => (token === undefined ? undefined : await checkSession(token))
    const session = await findSession()
    if (!session) throw new Problem('not_signed_in')
    if (!isRead(request)) rejectForgery(request, session.csrfToken)
    requireRole(needed, session)
    request.session = session
    request.checkAccess = async () => requireRole(needed, await findSession())
    request.scope = OrganizationScope.inShare(session.organizationId, session.userId, service)
    // Forbid caching, so that the next user of the browser cannot see this user's responses. An operation may override
    // this.
    void reply.header('cache-control', 'no-store')
  }
}

function requireRole(needed: Role, session: SignedInSession | undefined): void {
  if (!session) throw new Problem('not_signed_in')
  if (needed === 'administrator' && session.role !== 'administrator') throw new Problem('administrators_only')
}

/** Rejects a forged write: a page of another site can make the browser send requests with the user's session cookie. */
function rejectForgery(request: FastifyRequest, csrfToken: string): void {
  rejectForeignOrigin(request)
  const sent = String(request.headers['x-csrf-token'] ?? '')
  if (!isSameText(sent, csrfToken)) throw new Problem('csrf_token_invalid')
}

/** Makes the server fail at start if an operation declares neither a role nor a scope, or has no response schemas. */
export function requireRoles(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config, schema }) => {
    neededRole(url, config)
    if (!schema?.response) throw new Error(`the operation ${url} names no responses`)
  })
}

function neededRole(url: string | undefined, config: FastifyContextConfig = {}): Role {
  if (config.role) return config.role
  if (!config.scope) throw new Error(`the operation ${url} names neither a role nor a scope`)
  return 'member'
}
