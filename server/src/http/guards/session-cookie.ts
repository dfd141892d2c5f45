import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'

/**
 * Cookie that scripts cannot read and that browsers do not send with forms of other sites. Over https, the name of the
 * cookie begins with `__Host-`. Browsers accept such a cookie only from this host and over TLS, so a neighbouring
 * subdomain cannot replace it.
 */
class GuardedCookie {
  readonly #name: string
  readonly #maximumAgeSeconds: number

  constructor(name: string, maximumAgeSeconds: number) {
    this.#name = name
    this.#maximumAgeSeconds = maximumAgeSeconds
  }

  /** Reads the value of the cookie. Also accepts the plain name, which earlier versions set even over https. */
  read({ cookies }: FastifyRequest): string | undefined {
    return cookies[`__Host-${this.#name}`] ?? cookies[this.#name]
  }

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    void reply.setCookie(this.#nameFor(request), value, {
      ...attributesFor(request),
      maxAge: this.#maximumAgeSeconds,
    })
    this.#clearPlainName(request, reply)
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    void reply.clearCookie(this.#nameFor(request), attributesFor(request))
    this.#clearPlainName(request, reply)
  }

  /** Renames the cookie to its `__Host-` name if the browser sent it under the plain name. */
  rename(request: FastifyRequest, reply: FastifyReply): void {
    const value = this.read(request)
    if (isSecure(request) && value !== undefined && value === request.cookies[this.#name]) {
      this.set(request, reply, value)
    }
  }

  #nameFor = (request: FastifyRequest): string => (isSecure(request) ? `__Host-${this.#name}` : this.#name)

  #clearPlainName(request: FastifyRequest, reply: FastifyReply): void {
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

/** Cookie that contains the token of a session. It lasts 30 days, but the server may end the session earlier. */
export const sessionCookie = new GuardedCookie('tocsin_session', 30 * daySeconds)
/** Cookie that shows which users have signed in on this browser before. It lasts 180 days. */
export const deviceCookie = new GuardedCookie('tocsin_device', 180 * daySeconds)
