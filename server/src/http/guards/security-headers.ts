import type { FastifyInstance } from 'fastify'

/** Headers that keep browsers from guessing the content type of an answer and from framing it. */
export const securityHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }

/** Adds the security headers to every answer. Answers that bypass hooks add `securityHeaders` themselves. */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(securityHeaders)
  })
}
