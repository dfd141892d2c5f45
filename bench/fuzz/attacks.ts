import { attackPath, attackQuery } from './attack-address.ts'
import { attackBody, attackFields, type Attack } from './attack-body.ts'
import { attackMultipart, attackTable } from './attack-files.ts'
import { attackHeaders } from './attack-headers.ts'
import { mutate } from './mutate.ts'
import type { FuzzedOrganization } from './organization.ts'
import type { ProbedRoute } from './probe.ts'
import type { ValidRequest } from './valid-request.ts'

/** The console's built files share one handler: the first of each kind meets every attack, the others one valid request. */
export function isRepeatedFile(route: ProbedRoute, all: ProbedRoute[]): boolean {
  if (!route.url.startsWith('/assets/')) return false
  return all.find((other) => other.url.startsWith('/assets/') && kindOf(other) === kindOf(route)) !== route
}

const kindOf = ({ method, url }: ProbedRoute): string => `${method} ${url.replace(/.*\./, '')}`

export interface AttackPlan {
  route: ProbedRoute
  valid: ValidRequest
  organization: FuzzedOrganization
  /** The credentials pass the guard; a refused request reaches only the code before it. */
  isAdmitted: boolean
  seed: number
  count: number
}

/** Every attack on a route, first of all its valid request. */
export function* attacksOf({ route, valid, organization, isAdmitted, seed, count }: AttackPlan): Generator<Attack> {
  const { method, url, consumesMultipart } = route
  const takesBody = !['GET', 'HEAD'].includes(method)
  yield { name: 'as it should be', make: (request) => request }
  // Answered by the route of GET.
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
