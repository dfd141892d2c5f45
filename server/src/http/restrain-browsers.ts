import type { FastifyInstance } from 'fastify'

/** Tells browsers, with every answer, not to guess its content type and not to show it in a frame of another page. */
export function restrainBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })
}
