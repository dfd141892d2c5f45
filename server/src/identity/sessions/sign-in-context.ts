import type { Session } from '@tocsin/contract/console/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead, rejectForeignOrigin } from '../../http/guards/same-origin.ts'
import { deviceCookie, sessionCookie } from '../../http/guards/session-cookie.ts'
import type { Service } from '../../service.ts'
import type { DeviceMarks } from './device.ts'
import { endReplaced } from './end-replaced.ts'
import type { OpenedSession } from './open.ts'
import type { Visitor } from './sign-in.ts'

/** Objects that the routes of sign-in and set-up need besides the request. */
export interface SignInContext {
  service: Service
  devices: DeviceMarks
  networkOf: (request: FastifyRequest) => string
}

/**
 * Guards operations for visitors, who have no session and therefore no CSRF token. Instead of the token, checks the
 * origin: rejects writes that a page of another site sends. Forbids caching of the responses. A form on another site
 * cannot send JSON, the only accepted content type.
 */
export function guardVisitors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isRead(request)) rejectForeignOrigin(request)
    void reply.header('cache-control', 'no-store')
  })
}

export const visitorOf = ({ devices, networkOf }: SignInContext, request: FastifyRequest): Visitor => ({
  userAgent: request.headers['user-agent'],
  network: networkOf(request),
  device: devices.read(deviceCookie.read(request)),
})

/**
 * Hands a new session over to the browser: sets the session cookie and the device cookie. Ends the session that the
 * browser used before.
 */
export async function beginSession(
  { service, devices }: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session }: OpenedSession,
): Promise<Session> {
  const replaced = sessionCookie.read(request)
  sessionCookie.set(request, reply, token)
  deviceCookie.set(request, reply, devices.add(deviceCookie.read(request), session.user.id))
  if (replaced !== undefined) await endReplaced(service, replaced)
  return session
}

/** Renews the signed-in user's mark in the device cookie if needed. Renames a session cookie that has an old name. */
export function renewCookies(devices: DeviceMarks, request: FastifyRequest, reply: FastifyReply): void {
  const { userId } = request.session
  const marks = deviceCookie.read(request)
  if (devices.needsMark(marks, userId)) deviceCookie.set(request, reply, devices.add(marks, userId))
  sessionCookie.rename(request, reply)
}
