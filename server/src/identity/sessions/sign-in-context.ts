import type { Session } from '@tocsin/contract/console/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead, rejectForeignOrigin } from '../../http/guards/same-origin.ts'
import { deviceCookie, sessionCookie } from '../../http/guards/session-cookie.ts'
import type { Service } from '../../service.ts'
import type { DeviceMarks } from './device.ts'
import { endReplaced } from './end-replaced.ts'
import type { OpenedSession } from './open.ts'
import type { Visitor } from './sign-in.ts'

/** Dependencies of the routes of sign-in and set-up. */
export interface SignInContext {
  service: Service
  devices: DeviceMarks
  networkOf: (request: FastifyRequest) => string
}

/**
 * Guards operations for visitors, who have no session and therefore no CSRF token. Rejects writes that a page of
 * another site sends: the origin is checked, and only JSON is accepted, which a form of another site cannot send.
 * Forbids caching of the responses.
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
 * Hands a new session over to the browser: sets the session cookie and the device cookie. Ends the previous session of
 * the browser.
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

/**
 * Renews the signed-in user's mark in the device cookie if it is due. Renames a session cookie that has an old name.
 */
export function renewCookies(devices: DeviceMarks, request: FastifyRequest, reply: FastifyReply): void {
  const { userId } = request.session
  const marks = deviceCookie.read(request)
  if (devices.needsMark(marks, userId)) deviceCookie.set(request, reply, devices.add(marks, userId))
  sessionCookie.rename(request, reply)
}
