import type { FastifyInstance, preHandlerHookHandler } from 'fastify'

/**
 * Converts the ids in every path to lower case, as they are stored, before an operation compares, records or returns them.
 * `readListQuery` converts ids in a query, and the verb those in a body.
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

/** Returns the names of the parameters that are ids. */
function idsIn(params: unknown): string[] {
  const { properties = {} } = Object(params) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter((name) => properties[name]!.format === 'uuid')
}
