import type { FastifyInstance } from 'fastify'

/** Tells browsers of every answer to take it for what it says it is, and to put no frame of another page around it. */
export function restrainBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })
}
