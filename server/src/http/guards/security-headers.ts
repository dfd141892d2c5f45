import type { FastifyInstance } from 'fastify'

/** Tell browsers not to guess the content type of an answer and not to show it in a frame of another page. */
export const securityHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }

/** Restrains browsers with every answer; those that no hook sees bring `securityHeaders` themselves. */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(securityHeaders)
  })
}
