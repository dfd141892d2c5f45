import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from './public-url.ts'

export const sessionCookie = 'tocsin_session'

/** As long as a session may live; how long it does, the server decides. */
const maximumAgeSeconds = 30 * 86_400

/** Gives the browser the token of a session: no script can read it, and no other site's form sends it. */
export const giveSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
  reply.setCookie(sessionCookie, token, { ...attributesFor(request), maxAge: maximumAgeSeconds })

export const takeSessionCookie = (request: FastifyRequest, reply: FastifyReply) =>
  reply.clearCookie(sessionCookie, attributesFor(request))

const attributesFor = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrlOf(request).startsWith('https:'),
})
