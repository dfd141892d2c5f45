import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'

/**
 * Cookie that scripts cannot read and forms of other sites do not send. Over https its name begins with `__Host-`: browsers
 * then accept it from this host alone, over TLS, so that a neighbouring subdomain cannot replace it.
 */
class GuardedCookie {
  readonly #name: string
  readonly #maximumAgeSeconds: number

  constructor(name: string, maximumAgeSeconds: number) {
    this.#name = name
    this.#maximumAgeSeconds = maximumAgeSeconds
  }

  /** Reads the plain name as well: earlier versions set it even over https. */
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

  /** Moves a value that the browser sent under the plain name to the guarded name. */
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

/** Lives at most 30 days; the server may end the session earlier. */
export const sessionCookie = new GuardedCookie('tocsin_session', 30 * daySeconds)
/** Keeps a user's device mark valid for 180 days. */
export const deviceCookie = new GuardedCookie('tocsin_device', 180 * daySeconds)
