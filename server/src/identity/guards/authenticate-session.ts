import type { Role } from '@tocsin/contract/console/session.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Database } from '../../database/open.ts'
import { isSameText } from '../../is-same-text.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { CheckSession, SignedInSession } from '../sessions/authenticate.ts'
import { isRead, rejectForeignOrigin } from '../../http/guards/same-origin.ts'
import { sessionCookie } from '../../http/guards/session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by the guard before every operation of the console. */
    session: SignedInSession
  }
  interface FastifyContextConfig {
    /** Who may use an operation of the console. One that the external API has too names `scope`, and is for members. */
    role?: Role
  }
}

/**
 * The guard before every operation of the console: the cookie decides the Organization and who acts in it, and a write
 * has to come from the console itself.
 * @throws Problem `not_signed_in`, `csrf_token_invalid` or `administrators_only`, in this order.
 */
export function authenticateSession(database: Database, checkSession: CheckSession): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const needed = neededRole(request.routeOptions.url, request.routeOptions.config)
    const token = sessionCookie.read(request)
    const session = token === undefined ? undefined : await checkSession(token)
    if (!session) throw new Problem('not_signed_in')
    if (!isRead(request)) refuseForged(request, session.csrfToken)
    if (needed === 'administrator' && session.role !== 'administrator') throw new Problem('administrators_only')
    request.session = session
    request.scope = new OrganizationScope(session.organizationId, session.userId, database)
    // Unless an operation sets it otherwise: what one user saw must not be shown to the next one at the same screen.
    void reply.header('cache-control', 'no-store')
  }
}

/** A page of another site can make the browser send our cookie; it is not the console. */
function refuseForged(request: FastifyRequest, csrfToken: string): void {
  rejectForeignOrigin(request)
  const sent = String(request.headers['x-csrf-token'] ?? '')
  if (!isSameText(sent, csrfToken)) throw new Problem('csrf_token_invalid')
}

/** Refuses to register an operation that does not say who may use it and what it answers. */
export function requireRoles(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config, schema }) => {
    neededRole(url, config)
    if (!schema?.response) throw new Error(`the operation ${url} names no answers`)
  })
}

function neededRole(url: string | undefined, config: FastifyContextConfig = {}): Role {
  if (config.role) return config.role
  if (!config.scope) throw new Error(`the operation ${url} names neither a role nor a scope`)
  return 'member'
}
