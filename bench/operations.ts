import { randomUUID } from 'node:crypto'
import { anyBelow, counts, cycle, firstEvenIndex, idOf, nouns, rareWords, verbs } from './data.ts'
import type { MeasuredOrganization } from './organization.ts'
import type { Request } from './requests.ts'
import type { Side } from './side.ts'

/** Operation to measure. It makes any number of requests with different values. */
export interface Operation {
  name: string
  /** True if the operation changes the database, so that each request may be sent only once. */
  writes: boolean
  /** Kind of credentials: an API key, or a session of the console. */
  as: 'key' | 'session'
  makeRequests(side: Side, organization: MeasuredOrganization, count: number): Request[] | Promise<Request[]>
}

const incidents = '/api/v1/incidents'

/** Operation that creates an incident with all 15 fields. */
export const creation: Operation = {
  name: 'create an incident, 15 fields',
  writes: true,
  as: 'key',
  makeRequests: (_side, { revision }, count) =>
    Array.from({ length: count }, () => ({ method: 'POST', path: incidents, body: creationBody(revision) })),
}

export function creationBody(configVersion: number) {
  const type = anyBelow(counts.types)
  const location = anyBelow(counts.locations)
  const n = anyBelow(1_000_000)
  return {
    clientRequestId: randomUUID(),
    configVersion,
    name: `${cycle(nouns, n)} ${cycle(rareWords, n)} ${cycle(verbs, n)} ${n}`,
    description: `Reported by gateway ${location} on its own, after ${n % 90} minutes without an answer.`,
    typeId: idOf('type', type),
    categoryId: idOf('category', type * counts.categoriesPerType + (n % counts.categoriesPerType)),
    priority: cycle(['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'], n),
    locationId: idOf('location', location),
    pointId: idOf('point', location * counts.pointsPerLocation + (n % counts.pointsPerLocation)),
    assigneeId: idOf('user', n % counts.users),
    occurredAt: new Date(Date.now() - anyBelow(86_400_000)).toISOString(),
    tags: [`tag-${n % 20}`, `tag-${20 + (n % 20)}`],
    latitude: 52 + (n % 1000) / 1000,
    longitude: 13 + (n % 1000) / 1000,
    externalId: `gateway-${location}/${n}`,
  }
}

const comment: Operation = {
  name: 'create a comment',
  writes: true,
  as: 'key',
  async makeRequests(side, organization, count) {
    const ids = await side.sampleIncidents(organization, Math.min(count, 2_000))
    return Array.from({ length: count }, (_, index) => ({
      method: 'POST',
      path: '/api/v1/comments/by-entity-type/incident',
      body: { relatedEntityId: cycle(ids, index).id, message: `Compressor restarted, ${index % 40} minutes ago` },
    }))
  },
}

export const readOne: Operation = {
  name: 'read one incident',
  writes: false,
  as: 'key',
  async makeRequests(side, organization, count) {
    const found = await side.sampleIncidents(organization, Math.min(count, 5_000))
    return found.map(({ id }) => ({ method: 'GET', path: `${incidents}/${id}` }))
  },
}

/**
 * Makes an operation that lists incidents.
 * @param queryOf makes the query string of each request from its index. The `limit` must be so small that even the
 *   smallest organization fills a page.
 */
const list = (
  name: string,
  queryOf: (index: number, organization: MeasuredOrganization) => string,
  headers: Record<string, string> = {},
): Operation => ({
  name,
  writes: false,
  as: 'key',
  makeRequests: (_side, organization, count) =>
    Array.from({ length: Math.min(count, 2_000) }, (_, index) => ({
      method: 'GET',
      path: `${incidents}?${queryOf(index, organization)}`,
      headers,
    })),
})

/**
 * Paging parameters that differ between consecutive requests, because the server answers concurrent equal requests with
 * a single read.
 */
const anyPage = (index: number): string => `limit=50&offset=${index % 200}`

const anyLocation = (index: number): string =>
  idOf('location', firstEvenIndex + (index % (counts.locations - firstEvenIndex)))

export const newest = list('newest 50, different pages', anyPage)

/** Operations that people and integrations call often and wait for. */
export const everydayOperations: Operation[] = [
  newest,
  list('newest 50, different pages, compressed', anyPage, { 'accept-encoding': 'gzip' }),
  list('newest 50, the same page for all callers (polling)', () => 'limit=50'),
  list('newest 50 of the open ones', (index, { openStates }) => `stateId=in:${openStates.join()}&${anyPage(index)}`),
  list(
    'newest 20 of a location, two priorities, by lastModifiedAt',
    (index) => `locationId=${anyLocation(index)}&priority=in:MAJOR,CRITICAL&sort=-lastModifiedAt&limit=20`,
  ),
  list('search 20, one word that 1 % match', (index) => `q=${cycle(rareWords, index)}&limit=20`),
  list(
    'search 20, two words',
    (index) => `q=${cycle(rareWords, index)}+${cycle(nouns, Math.floor(index / 7))}&limit=20`,
  ),
  list(
    'search 20, two letters',
    (index) =>
      `q=${cycle(rareWords, index * 7)
        .slice(index % 2 ? 3 : 0)
        .slice(0, 2)}&limit=20`,
  ),
  readOne,
  comment,
]
