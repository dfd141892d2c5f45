import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem } from '../../problem.ts'
import { pathMaximumLength } from '../addresses/readable-address.ts'
import { isRead } from './same-origin.ts'
import { shorten } from '../../shorten.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the HTTP methods that have an operation at a URL, in alphabetical order. */
    methodsAt(url: string): string[]
  }
}

/**
 * Rejects requests to URLs that have no operation. The rejection happens after every guard and before the body is read.
 * Call this function before routes are added, because it collects the URLs of the routes.
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
    // Ignore a route that matches only with an empty parameter, such as `/incidents/` with an empty id.
    return found !== null && Object.entries(found.params).every(([name, value]) => name === '*' || value !== '')
  }
  app.decorate('methodsAt', (url: string) =>
    url.length > pathMaximumLength ? [] : [...methods].filter((method) => hasOperation(method, url)).toSorted(),
  )
  app.addHook('preParsing', (request, _reply, body, done) => {
    // Leave GET and HEAD requests to the not-found handler, which may answer them with the page of the console.
    if (request.is404 && !isRead(request)) done(unknownAddress(request))
    else done(null, body)
  })
}

/** Not-found handler of a Fastify context that has its own guards. */
export function answerUnknownAddress(request: FastifyRequest): never {
  throw unknownAddress(request)
}

/**
 * Makes the problem for a URL that has no operation, or no operation with the method of the request. Omits the query
 * string, which may contain a signature.
 */
export function unknownAddress({ method, url, server }: FastifyRequest): Problem {
  const path = url.split('?', 1)[0]!
  const operation = `${method} ${shorten(path)}`
  const allowedMethods = server.methodsAt(path)
  // Report `route_not_found` if the URL does have an operation with this method, such as an operation that finds no
  // file.
  return allowedMethods.length > 0 && !allowedMethods.includes(method)
    ? new Problem('method_not_allowed', {
        detail: `There is no operation ${operation}. The address has ${allowedMethods.join(', ')}.`,
        allowedMethods,
      })
    : new Problem('route_not_found', {
        detail: `There is no operation ${operation}. /openapi.json lists those that there are.`,
      })
}
