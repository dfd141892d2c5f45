import { attackPath, attackQuery } from './attack-address.ts'
import { attackBody, attackFields, type Attack } from './attack-body.ts'
import { attackMultipart, attackTable } from './attack-files.ts'
import { attackHeaders } from './attack-headers.ts'
import { mutate } from './mutate.ts'
import type { FuzzedOrganization } from './organization.ts'
import type { ProbedRoute } from './probe.ts'
import type { ValidRequest } from './valid-request.ts'

/**
 * Checks if a route serves a built file of the console of the same kind as an earlier route. One handler serves all
 * these files, so only the first route of each kind receives all attacks. The others receive one valid request.
 */
export function isRepeatedFile(route: ProbedRoute, all: ProbedRoute[]): boolean {
  if (!route.url.startsWith('/assets/')) return false
  return all.find((other) => other.url.startsWith('/assets/') && kindOf(other) === kindOf(route)) !== route
}

const kindOf = ({ method, url }: ProbedRoute): string => `${method} ${url.replace(/.*\./, '')}`

export interface AttackPlan {
  route: ProbedRoute
  valid: ValidRequest
  organization: FuzzedOrganization
  /** True if the credentials pass the guard. Otherwise a request reaches only the code before the guard. */
  isAdmitted: boolean
  seed: number
  count: number
}

/** Makes all attacks on a route. The first one is the valid request, unchanged. */
export function* attacksOf({ route, valid, organization, isAdmitted, seed, count }: AttackPlan): Generator<Attack> {
  const { method, url, consumesMultipart } = route
  const takesBody = !['GET', 'HEAD'].includes(method)
  yield { name: 'as it should be', make: (request) => request }
  // Skip the attacks for HEAD, because the handler of GET answers it.
  if (method === 'HEAD') return
  if (takesBody) yield* attackBody()
  if (consumesMultipart) yield* attackMultipart()
  if (url.endsWith('/import')) yield* attackTable()
  if (!isAdmitted) return
  yield* attackHeaders()
  yield* attackFields(valid.json)
  if (!takesBody) yield* attackQuery(valid.queryNames)
  yield* attackPath(url, organization)
  yield* mutate(seed, count)
}
