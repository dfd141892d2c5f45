import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem } from '../../problem.ts'
import { pathMaximumLength } from '../addresses/readable-address.ts'
import { isRead } from './same-origin.ts'
import { shorten } from '../../shorten.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods that have an operation at an address, in alphabetical order. */
    methodsAt(url: string): string[]
  }
}

/**
 * Refuses requests that no operation answers. It runs after every guard and before the body is read. Call it
 * before routes are added: it learns their addresses.
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
    // `/incidents/` has an empty id, and no incident has.
    return found !== null && Object.entries(found.params).every(([name, value]) => name === '*' || value !== '')
  }
  app.decorate('methodsAt', (url: string) =>
    url.length > pathMaximumLength ? [] : [...methods].filter((method) => hasOperation(method, url)).toSorted(),
  )
  app.addHook('preParsing', (request, _reply, body, goOn) => {
    // The framework reads no body of a GET or HEAD, and the not-found handler may answer those with a page.
    if (request.is404 && !isRead(request)) goOn(unknownAddress(request))
    else goOn(null, body)
  })
}

/** The not-found handler of a context that has guards of its own. */
export function answerUnknownAddress(request: FastifyRequest): never {
  throw unknownAddress(request)
}

/** Tells an address without the method from an address without any. The query is left out: it may hold a signature. */
export function unknownAddress({ method, url, server }: FastifyRequest): Problem {
  const path = url.split('?', 1)[0]!
  const operation = `${method} ${shorten(path)}`
  const allowedMethods = server.methodsAt(path)
  // An operation of files that finds none hands its own request over.
  return allowedMethods.length > 0 && !allowedMethods.includes(method)
    ? new Problem('method_not_allowed', {
        detail: `There is no operation ${operation}. The address has ${allowedMethods.join(', ')}.`,
        allowedMethods,
      })
    : new Problem('route_not_found', {
        detail: `There is no operation ${operation}. /openapi.json lists those that there are.`,
      })
}
