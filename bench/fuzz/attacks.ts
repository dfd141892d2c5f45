import { attackPath, attackQuery } from './attack-address.ts'
import { attackBatch } from './attack-batch.ts'
import { attackBody, attackFields, type Attack } from './attack-body.ts'
import { attackMultipart, attackTable } from './attack-files.ts'
import { attackHeaders } from './attack-headers.ts'
import { mutate } from './mutate.ts'
import type { FuzzedOrganization } from './organization.ts'
import type { ProbedRoute } from './probe.ts'
import type { ValidRequest } from './valid-request.ts'

/**
 * Returns true for a built file of the console, if an earlier route serves a file with the same extension. One handler
 * serves all these files, so only one file of each extension is attacked in full.
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
  /**
   * True if the requests pass the guard of the route, because their credentials are valid or the route has no guard. If
   * false, no request reaches the code behind the guard.
   */
  isAdmitted: boolean
  seed: number
  count: number
}

/** Makes all attacks on a route. The first attack is the valid request without a change. */
export function* attacksOf({ route, valid, organization, isAdmitted, seed, count }: AttackPlan): Generator<Attack> {
  const { method, url, consumesMultipart } = route
  const takesBody = !['GET', 'HEAD'].includes(method)
  yield { name: 'as it should be', make: (request) => request }
  // Send no hostile HEAD requests, because the handler for GET also answers HEAD.
  if (method === 'HEAD') return
  if (takesBody) yield* attackBody()
  if (consumesMultipart) yield* attackMultipart()
  if (url.endsWith('/import')) yield* attackTable()
  if (!isAdmitted) return
  yield* attackHeaders()
  yield* attackFields(valid.json)
  if (url.endsWith('/incidents/batch')) yield* attackBatch(organization)
  if (!takesBody) yield* attackQuery(valid.queryNames)
  yield* attackPath(url, organization)
  yield* mutate(seed, count)
}
