import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { idOf } from './ids.ts'

/** One kind of request: its query or its body. */
export interface Operation {
  name: string
  /** Asked for in turn. */
  paths: string[]
  makeBody?: () => unknown
}

const incidents = '/api/v1/incidents'

export const creation = (organizationId: string): Operation => ({
  name: 'create an Incident',
  paths: [incidents],
  makeBody: () => ({
    clientRequestId: randomUUID(),
    name: 'Freezer too warm',
    priority: 'MAJOR',
    locationId: idOf(organizationId, 'location', 0),
    occurredAt: '2026-03-01T08:30:00.000Z',
    tags: ['cold-chain', 'night'],
  }),
})

export const newest: Operation = { name: 'newest 50', paths: [incidents] }

/** As gateways poll that stand in different shops: no two connections ask for the same page. */
const newestOfEach = (organizationId: string): Operation => ({
  name: 'newest 50 of a Location, each of 300 in turn',
  paths: Array.from({ length: 300 }, (_, n) => `${incidents}?locationId=${idOf(organizationId, 'location', n)}`),
})

/** What a user waits for, one by one. */
export async function everydayOperations(pool: Pool, organizationId: string): Promise<Operation[]> {
  const { rows } = await pool.query('select id from incidents where organization_id = $1 order by id limit 1', [
    organizationId,
  ])
  const incidentId = rows[0].id as string
  const location = idOf(organizationId, 'location', 3)
  return [
    newest,
    newestOfEach(organizationId),
    {
      name: 'filtered 50: two priorities, one Location, by lastModifiedAt descending',
      paths: [`${incidents}?priority=in:MAJOR,CRITICAL&locationId=${location}&sort=-lastModifiedAt`],
    },
    { name: 'search 50, frequent substring', paths: [`${incidents}?q=warm`] },
    { name: 'search 50, rare substring', paths: [`${incidents}?q=quokka`] },
    { name: 'newest 50 at offset 10,000', paths: [`${incidents}?offset=10000`] },
    { name: 'read one Incident', paths: [`${incidents}/${incidentId}`] },
    {
      name: 'create a Comment',
      paths: ['/api/v1/comments/by-entity-type/incident'],
      makeBody: () => ({ relatedEntityId: incidentId, message: 'Compressor restarted, -18 °C again' }),
    },
  ]
}

/** Every single filter with every one of the sorts, both ways. */
export async function filterAndSortOperations(
  pool: Pool,
  organizationId: string,
  sorts: string[],
): Promise<Operation[]> {
  const { rows } = await pool.query(
    `select
       (select id from workflow_states where organization_id = $1 and is_initial) as state,
       (select id from users where organization_id = $1 and kind = 'external_api_auditor') as auditor,
       (select max(created_at) - (max(created_at) - min(created_at)) * 0.3 from incidents where organization_id = $1) as since,
       (select min(created_at) + (max(created_at) - min(created_at)) * 0.3 from incidents where organization_id = $1) as until`,
    [organizationId],
  )
  const { state, auditor, since, until } = rows[0] as Record<string, string>
  // Each but externalId fills a page at 10,000 already: the same answer is compared at every size.
  const filters = {
    none: '',
    typeId: idOf(organizationId, 'type', 4),
    categoryId: idOf(organizationId, 'category', 20),
    stateId: state,
    locationId: idOf(organizationId, 'location', 25),
    pointId: idOf(organizationId, 'point', 0),
    assigneeId: idOf(organizationId, 'user', 20),
    createdBy: auditor,
    priority: 'in:MAJOR,CRITICAL',
    tags: 'tag-7',
    externalId: 'gateway-0/1',
    startAt: `gte:${since}`,
    endAt: `lte:${until}`,
  }
  return Object.entries(filters).flatMap(([filter, value]) =>
    sorts.flatMap((sort) =>
      [sort, `-${sort}`].map((direction) => ({
        name: `${filter}, sort ${direction}`,
        paths: [`${incidents}?sort=${direction}${filter === 'none' ? '' : `&${filter}=${encodeURIComponent(value!)}`}`],
      })),
    ),
  )
}
