import type { Session } from '@tocsin/contract/console/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead, rejectForeignOrigin } from '../../http/guards/same-origin.ts'
import { deviceCookie, sessionCookie } from '../../http/guards/session-cookie.ts'
import type { Service } from '../../service.ts'
import type { DeviceMarks } from './device.ts'
import { endReplaced } from './end-replaced.ts'
import type { OpenedSession } from './open.ts'
import type { Visitor } from './sign-in.ts'

/** Services that sign-in needs besides the request. */
export interface SignInContext {
  service: Service
  devices: DeviceMarks
  networkOf: (request: FastifyRequest) => string
}

/**
 * Rejects writes that another site sends. Visitors have no session and so no CSRF token; bodies must be JSON, which an
 * HTML form cannot send.
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

/** Sets the browser's cookies and ends the session that the browser had before. */
export async function begin(
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

/** Adds a missing or expiring device mark, and moves the session cookie to its current name. */
export function renewCookies(devices: DeviceMarks, request: FastifyRequest, reply: FastifyReply): void {
  const { userId } = request.session
  const marks = deviceCookie.read(request)
  if (devices.needsMark(marks, userId)) deviceCookie.set(request, reply, devices.add(marks, userId))
  sessionCookie.rename(request, reply)
}
