import type { OpenDatabase } from '@tocsin/server/src/database/open.ts'
import { makeService } from '@tocsin/server/src/service.ts'
import { attacksOf, isRepeatedFile } from './attacks.ts'
import { measure, type Target } from './measure.ts'
import { createFuzzedOrganization, type FuzzedOrganization } from './organization.ts'
import type { ProbedRoute } from './probe.ts'
import type { ReportedFinding } from './report.ts'
import { startProbedServer } from './server.ts'
import { validRequestOf } from './valid-request.ts'

export interface FuzzOptions {
  seed: number
  /** Number of random requests to each route. They are sent with valid credentials if the route needs credentials. */
  count: number
  /** Prefix of the names of the attacks to send. If absent, all attacks are sent. */
  attack?: string
}

/** Numbers of requests sent and answered so far. */
export interface Progress {
  requests: number
  /** Number of responses, keyed by method, URL pattern of the route and status. */
  responseCounts: Record<string, number>
}

/**
 * Routes that need much CPU time by design. These routes may use more CPU time than others, but must not block the
 * event loop.
 */
const costlyRoutes = [
  // Routes that hash a password in another thread.
  'POST /api/console/session',
  'POST /api/console/set-up',
  'PUT /api/console/session/password',
  'POST /api/console/users',
  'PUT /api/console/users/:id/password',
  // A batch carries out up to 200 creations and changes, one after another.
  'POST /api/v1/incidents/batch',
  // The import of locations reads a file of up to 10 MiB in slices.
  'POST /api/console/locations/import',
]

export const nameOf = ({ method, url }: ProbedRoute): string => `${method} ${url}`

/** Lists the status codes with which the server has answered requests that reached this route. */
export const statusesOf = (route: ProbedRoute, { responseCounts }: Progress): number[] =>
  Object.keys(responseCounts)
    .filter((key) => key.startsWith(`${nameOf(route)} `) && key.split(' ').length === 3)
    .map((key) => Number(key.split(' ')[2]))

/**
 * Attacks one route, in a new organization. Attacks a route with a guard twice: first without credentials, then with
 * valid ones.
 */
export async function* attackRoute(
  database: OpenDatabase,
  target: Target,
  route: ProbedRoute,
  options: FuzzOptions,
  progress: Progress,
): AsyncGenerator<ReportedFinding> {
  const organization = await createFuzzedOrganization(makeService(database), target.server.port)
  const hasGuard = organization.credentialsFor(route.url).length > 0 && !isOpen(route)
  const isCostly = costlyRoutes.includes(nameOf(route))
  for (const signedIn of hasGuard ? (['no', 'yes'] as const) : (['no'] as const)) {
    const isAdmitted = signedIn === 'yes' || !hasGuard
    const valid = () => prepare(target, route, organization, isAdmitted)
    const { seed, count } = options
    for (const attack of attacksOf({ route, valid: await valid(), organization, isAdmitted, seed, count })) {
      if (!attack.name.startsWith(options.attack ?? '')) continue
      progress.requests++
      const { last, findings } = await measure(target, async () => attack.make(await valid()), isCostly)
      for (const finding of findings) {
        yield { ...finding, route: nameOf(route), signedIn, attack: attack.name, status: last.status }
      }
      if (last.hasCrashed) target.server = await startProbedServer(target.folder)
      // A 401 can mean that an earlier request has ended the fuzzer's session or revoked its API key. Renew the session
      // and the key.
      if (isAdmitted && last.status === 401) await organization.renewCredentials()
      if (isRepeatedFile(route, target.server.routes)) break
    }
  }
  const { responseCounts } = await target.server.read()
  Object.assign(progress.responseCounts, responseCounts)
}

/** Returns true for sign-in and set-up, the routes of the console API that work without a session. */
const isOpen = ({ method, url }: ProbedRoute): boolean =>
  url === '/api/console/set-up' || (method === 'POST' && url === '/api/console/session')

async function prepare(target: Target, route: ProbedRoute, organization: FuzzedOrganization, isAdmitted: boolean) {
  const changesSubject = ['PATCH', 'DELETE'].includes(route.method) && /incidents\/:id$|:commentId/.test(route.url)
  if (isAdmitted && changesSubject) await organization.renewSubject()
  const { schemas, routes } = target.server
  const all = [...new Set(routes.flatMap(({ query }) => Object.keys((query as Properties)?.properties ?? {})))]
  const queryNames = readsUndeclaredQuery.test(route.url) ? all : ['q']
  const request = validRequestOf(route, organization, schemas, queryNames)
  const credentials = isAdmitted ? organization.credentialsFor(route.url) : []
  return { ...request, headers: [...request.headers, ...credentials] }
}

/** Pattern for the URLs of routes that read query parameters but declare no schema for them. */
const readsUndeclaredQuery = /\/incidents\/count$|\.csv$|\/timeline$|\/events$/

type Properties = { properties?: object } | undefined
