import { SingleBar } from 'cli-progress'
import { counts, idOf, shares, wordOfShare } from './data.ts'
import { measureOperation } from './measure-operation.ts'
import { readOne, type Operation } from './operations.ts'
import type { MeasuredOrganization } from './organization.ts'
import { milliseconds, times, type Section } from './report.ts'
import type { Extent } from './run.ts'
import type { Side } from './side.ts'

const slowMs = 20
const sorts = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt']
/** Number of measured requests for each filter and sort. One request is sent before them and is not measured. */
const requestsEach = 5

/**
 * Measures every combination of a filter and a sort in the largest organization, with one caller. Each result is the
 * median response time, divided by the median time for reading one incident.
 */
export async function measureFilters(side: Side, extent: Extent): Promise<Section[]> {
  const organization = side.organizations.at(-1)!
  const measure = (operation: Operation, requests: number) =>
    measureOperation(side, organization, operation, { requests, maximumSeconds: extent.slowestSeconds }, 1)
  const filters = await filtersOf(side, organization)
  const directions = sorts.flatMap((sort) => [sort, `-${sort}`]).filter((_, index) => index % extent.everySort === 0)
  await measure(readOne, 200)
  const { p50Ms: oneMs } = await measure(readOne, 200)
  const bar = new SingleBar({ format: 'filters {bar} {value}/{total}, {eta_formatted} left' })
  bar.start(filters.length * directions.length, 0)
  const rows: string[][] = []
  const slow: { combination: string; ms: number }[] = []
  for (const [name, filter] of filters) {
    const cells = [name]
    for (const sort of directions) {
      const operation = pageOf(`${filter}&sort=${sort}`)
      try {
        await measure(operation, 1)
        const { p50Ms } = await measure(operation, requestsEach)
        cells.push(times(p50Ms / oneMs))
        if (p50Ms > slowMs) slow.push({ combination: `${name}, sort ${sort}`, ms: p50Ms })
      } catch (error) {
        cells.push((error as Error).message.slice(0, 40))
      }
      bar.increment()
    }
    rows.push(cells)
  }
  bar.stop()
  const size = organization.rows.toLocaleString('en')
  return [
    {
      title: `Each filter with each sort, ${size} incidents, one caller, against reading one incident (${milliseconds(oneMs)})`,
      heads: ['filter', ...directions],
      rows,
    },
    {
      title: `Slower than ${slowMs} ms`,
      heads: ['filter and sort', 'p50', 'against reading one'],
      rows: slow
        .toSorted((one, other) => other.ms - one.ms)
        .map(({ combination, ms }) => [combination, milliseconds(ms), times(ms / oneMs)]),
    },
  ]
}

const pageOf = (query: string): Operation => ({
  name: query,
  writes: false,
  as: 'key',
  makeRequests: () => [{ method: 'GET', path: `/api/v1/incidents?${query}` }],
})

/** Lists the filters: names and query strings. A percentage in a name is the share of incidents that match. */
async function filtersOf(side: Side, organization: MeasuredOrganization): Promise<[name: string, query: string][]> {
  const { rows } = await side.sql.query<Record<'first' | 'last', Date>>(
    'select min(last_modified_at) as first, max(last_modified_at) as last from incidents where organization_id = $1',
    [organization.id],
  )
  const { first, last } = rows[0]!
  const dayMs = 86_400_000
  const since = (ms: number) => encodeURIComponent(new Date(last.getTime() - ms).toISOString())
  const until = (ms: number) => encodeURIComponent(new Date(first.getTime() + ms).toISOString())
  const spans = {
    'of a day': dayMs,
    'of a month': 30 * dayMs,
    'of half of all': (last.getTime() - first.getTime()) / 2,
  }
  return [
    ['none', ''],
    ...byShare('typeId', (index) => `typeId=${idOf('type', index)}`),
    ...byShare('categoryId, a third of', (index) => `categoryId=${idOf('category', index * counts.categoriesPerType)}`),
    ...byShare('locationId', (index) => `locationId=${idOf('location', index)}`),
    ...byShare('pointId, a fifth of', (index) => `pointId=${idOf('point', index * counts.pointsPerLocation)}`),
    ...byShare('assigneeId', (index) => `assigneeId=${idOf('user', index)}`),
    ...byShare('createdBy', (index) => `createdBy=${idOf('user', index)}`),
    ...byShare('tags', (index) => `tags=tag-${index}`),
    ...byShare('q', (_, share) => `q=${wordOfShare[share]}`),
    ['priority, 30 %', 'priority=MAJOR'],
    ['priority, 1 %', 'priority=CRITICAL'],
    ['stateId of the open ones, 25 %', `stateId=in:${organization.openStates.join()}`],
    ['externalId of one', 'externalId=gateway-0/1'],
    ...Object.entries(spans).flatMap(([name, ms]): [string, string][] => [
      [`startAt ${name}`, `startAt=gte:${since(ms)}`],
      [`endAt ${name}`, `endAt=lte:${until(ms)}`],
      [`createdFrom ${name}`, `createdFrom=gte:${since(ms)}`],
      [`createdUntil ${name}`, `createdUntil=lte:${until(ms)}`],
    ]),
  ]
}

/** Makes three filters of the same kind, which match 30 %, 1 % and 0.01 % of all incidents. */
const byShare = (name: string, query: (index: number, share: keyof typeof shares) => string) =>
  Object.entries(shares).map(([share, index]): [name: string, query: string] => [
    `${name}, ${share}`,
    query(index, share as keyof typeof shares),
  ])
