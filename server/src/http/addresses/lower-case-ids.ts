import type { FastifyInstance, preHandlerHookHandler } from 'fastify'

/**
 * ConcurrencyLimit the ids in every path into lower case, as they are stored, before an operation sees them: it then compares,
 * records and answers the same text. For ids in a query `readListQuery` does this, for a body the verb that takes it.
 * @see design 4, Strict input
 */
export function lowerCaseIds(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const names = idsIn(route.schema?.params)
    if (names.length === 0) return
    const toLowerCase: preHandlerHookHandler = (request, _reply, goOn) => {
      const params = request.params as Record<string, string>
      for (const name of names) params[name] = params[name]!.toLowerCase()
      goOn()
    }
    route.preHandler = [toLowerCase, ...[route.preHandler ?? []].flat()]
  })
}

/** The names of the parameters that are ids. */
function idsIn(params: unknown): string[] {
  const { properties = {} } = Object(params) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter((name) => properties[name]!.format === 'uuid')
}
