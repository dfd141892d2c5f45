import type { FastifyInstance } from 'fastify'

/** Headers that forbid browsers to guess the content type of a response and to show the response in a frame. */
export const securityHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }

/**
 * Adds the security headers to every response. Code that bypasses hooks adds `securityHeaders` to its responses itself.
 */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(securityHeaders)
  })
}
