import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'

/**
 * A cookie that no script can read and no other site's form sends. Over https its name begins with `__Host-`: browsers
 * then take it from this host alone, over TLS, so that a neighbouring subdomain cannot put its own in place.
 */
class GuardedCookie {
  readonly #name: string
  readonly #maximumAgeSeconds: number

  constructor(name: string, maximumAgeSeconds: number) {
    this.#name = name
    this.#maximumAgeSeconds = maximumAgeSeconds
  }

  /** Reads the plain name as well: an earlier version gave it over https, too. */
  read({ cookies }: FastifyRequest): string | undefined {
    return cookies[`__Host-${this.#name}`] ?? cookies[this.#name]
  }

  give(request: FastifyRequest, reply: FastifyReply, value: string): void {
    void reply.setCookie(this.#nameFor(request), value, {
      ...attributesFor(request),
      maxAge: this.#maximumAgeSeconds,
    })
    this.#takeOldName(request, reply)
  }

  take(request: FastifyRequest, reply: FastifyReply): void {
    void reply.clearCookie(this.#nameFor(request), attributesFor(request))
    this.#takeOldName(request, reply)
  }

  /** Moves what the browser sent under the plain name to the guarded one. */
  rename(request: FastifyRequest, reply: FastifyReply): void {
    const value = this.read(request)
    if (isSecure(request) && value !== undefined && value === request.cookies[this.#name]) {
      this.give(request, reply, value)
    }
  }

  #nameFor = (request: FastifyRequest): string => (isSecure(request) ? `__Host-${this.#name}` : this.#name)

  #takeOldName(request: FastifyRequest, reply: FastifyReply): void {
    if (isSecure(request) && request.cookies[this.#name] !== undefined) {
      void reply.clearCookie(this.#name, attributesFor(request))
    }
  }
}

const isSecure = (request: FastifyRequest): boolean => publicUrlOf(request).startsWith('https:')

const attributesFor = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(request),
})

const daySeconds = 86_400

/** Longest life of a session; the server may end it earlier. */
export const sessionCookie = new GuardedCookie('tocsin_session', 30 * daySeconds)
/** Validity of a user's mark in the device cookie. */
export const deviceCookie = new GuardedCookie('tocsin_device', 180 * daySeconds)
