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
  /** Random requests per route and credentials. */
  count: number
  /** The beginning of the names of the attacks to send; absent: all. */
  attack?: string
}

/** Requests sent and answered so far. */
export interface Progress {
  requests: number
  /** By method, address of the route and status. */
  answered: Record<string, number>
}

/** Routes that work hard by design; their work must not stall the event loop. */
const costlyRoutes = [
  // Hash a password, in another thread.
  'POST /api/console/session',
  'POST /api/console/set-up',
  'PUT /api/console/session/password',
  'POST /api/console/users',
  'PUT /api/console/users/:id/password',
  // Read a file of 10 MiB in slices.
  'POST /api/console/locations/import',
]

export const nameOf = ({ method, url }: ProbedRoute): string => `${method} ${url}`

/** Statuses that a route answered itself. */
export const statusesOf = (route: ProbedRoute, { answered }: Progress): number[] =>
  Object.keys(answered)
    .filter((key) => key.startsWith(`${nameOf(route)} `) && key.split(' ').length === 3)
    .map((key) => Number(key.split(' ')[2]))

/** Sends every attack to one route, without and with credentials, in an organization of its own. */
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
      // A request may have ended the session or revoked the key that it was sent with.
      if (isAdmitted && last.status === 401) await organization.renewCredentials()
      if (isRepeatedFile(route, target.server.routes)) break
    }
  }
  const { answered } = await target.server.read()
  Object.assign(progress.answered, answered)
}

/** Routes that work without a session: sign-in and set-up. */
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

/** Routes that read a query without a schema for it. */
const readsUndeclaredQuery = /\/incidents\/count$|\.csv$|\/timeline$|\/events$/

type Properties = { properties?: object } | undefined
