import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem } from '../../problem.ts'
import { pathMaximumLength } from '../addresses/readable-address.ts'
import { isRead } from './same-origin.ts'
import { shorten } from '../../shorten.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods that have an operation at an address, in alphabetical order. */
    methodsAt(url: string): string[]
  }
}

/**
 * Rejects requests to addresses without an operation, after every guard and before the body is read. Call it before routes
 * are added, because it collects their addresses.
 */
export function rejectUnknownAddresses(app: FastifyInstance): void {
  const addresses = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER })
  const methods = new Set<HTTPMethod>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) {
      methods.add(name)
      if (!addresses.hasRoute(name, url)) addresses.on(name, url, () => undefined)
    }
  })
  const hasOperation = (method: HTTPMethod, url: string): boolean => {
    const found = addresses.find(method, url)
    // Reject empty parameters: `/incidents/` has an empty id.
    return found !== null && Object.entries(found.params).every(([name, value]) => name === '*' || value !== '')
  }
  app.decorate('methodsAt', (url: string) =>
    url.length > pathMaximumLength ? [] : [...methods].filter((method) => hasOperation(method, url)).toSorted(),
  )
  app.addHook('preParsing', (request, _reply, body, done) => {
    // Leave GET and HEAD to the not-found handler, which may answer with the console's page.
    if (request.is404 && !isRead(request)) done(unknownAddress(request))
    else done(null, body)
  })
}

/** Not-found handler of a context with its own guards. */
export function answerUnknownAddress(request: FastifyRequest): never {
  throw unknownAddress(request)
}

/** Makes the problem of an address without this method or any. Omits the query, which may contain a signature. */
export function unknownAddress({ method, url, server }: FastifyRequest): Problem {
  const path = url.split('?', 1)[0]!
  const operation = `${method} ${shorten(path)}`
  const allowedMethods = server.methodsAt(path)
  // A route for files passes on requests for missing files, so the method itself may be allowed.
  return allowedMethods.length > 0 && !allowedMethods.includes(method)
    ? new Problem('method_not_allowed', {
        detail: `There is no operation ${operation}. The address has ${allowedMethods.join(', ')}.`,
        allowedMethods,
      })
    : new Problem('route_not_found', {
        detail: `There is no operation ${operation}. /openapi.json lists those that there are.`,
      })
}
