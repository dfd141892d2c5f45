import type { FastifyRequest } from 'fastify'

/**
 * Returns the public URL of the server, without a path. This is the URL that the operator has configured, or else the
 * URL that the client used.
 * @returns for example `https://incidents.example.com`
 */
export function publicUrlOf(request: FastifyRequest): string {
  const configured = request.server.configuredPublicUrl
  if (configured) return configured
  const asCalled = URL.parse(`${request.protocol}://${request.host}`)
  return asCalled?.pathname === '/' ? asCalled.origin : `http://127.0.0.1:${request.socket.localPort ?? 80}`
}

declare module 'fastify' {
  interface FastifyInstance {
    configuredPublicUrl: string | undefined
  }
}
