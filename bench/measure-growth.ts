import { median, type LoadExtent, type Measurement } from './http-load.ts'
import { measureOperation } from './measure-references.ts'
import { creation, everydayOperations, filterAndSortOperations, type Operation } from './operations.ts'
import { milliseconds, perSecond, times, type Row, type Section } from './report.ts'
import type { Bench, MeasuredOrganization } from './run.ts'

/** What each operation costs with many Incidents against few, and at every size between. */
export async function measureGrowth(bench: Bench): Promise<Section[]> {
  const { pool } = bench.database
  const everyday = (organization: MeasuredOrganization) => everydayOperations(pool, organization.id)
  const withCreation = async (organization: MeasuredOrganization) => [
    ...(await everyday(organization)),
    creation(organization.id),
  ]
  const matrix = (organization: MeasuredOrganization) =>
    filterAndSortOperations(pool, organization.id, bench.extent.sorts)
  const { seconds } = bench.extent
  return [
    await grow(bench, 'Each filter with each sort, 32 connections', matrix, { requests: 800, maximumSeconds: 10 }),
    // Creations last: they change how many Incidents there are.
    await grow(bench, 'Each operation, 32 connections', withCreation, { seconds }),
  ]
}

type MakeOperations = (organization: MeasuredOrganization) => Promise<Operation[]>

async function grow(bench: Bench, title: string, makeOperations: MakeOperations, extent: LoadExtent): Promise<Section> {
  // A run of a number of requests ends with a whole second, so that its rate says nothing.
  const tell = ({ perSecond: rate, p50Ms }: Measurement) =>
    'seconds' in extent ? perSecond(rate) : milliseconds(p50Ms)
  const smallest = bench.organizations[0]!
  const largest = bench.organizations.at(-1)!
  const bySize = await Promise.all(
    bench.organizations.map(async (organization) => ({ organization, operations: await makeOperations(organization) })),
  )
  const rows: Row[] = []
  for (const [index, { name }] of bySize[0]!.operations.entries()) {
    const runs = new Map(bench.organizations.map((organization) => [organization, [] as Measurement[]]))
    // In turn, so that a noisy minute falls on every size.
    for (let run = 0; run < bench.extent.growthRuns; run++) {
      for (const { organization, operations } of bySize) {
        runs.get(organization)!.push(await measureOperation(bench, organization, operations[index]!, extent))
      }
    }
    const results = new Map([...runs].map(([organization, each]) => [organization, median(each)]))
    rows.push(growthOf(name, results, smallest, largest, tell))
  }
  return { title, rows }
}

function growthOf(
  what: string,
  results: Map<MeasuredOrganization, Measurement>,
  smallest: MeasuredOrganization,
  largest: MeasuredOrganization,
  tell: (measured: Measurement) => string,
): Row {
  const few = results.get(smallest)!
  const many = results.get(largest)!
  const each = [...results].map(([{ rows }, measured]) => `${tell(measured)} at ${rows.toLocaleString('en')}`)
  return {
    what,
    value: `${each.join(', ')}; p99 ${times(many.p99Ms / many.p50Ms)} of p50`,
    ratio: times(many.p50Ms / few.p50Ms),
    reference: `p50 ${milliseconds(many.p50Ms)} against ${milliseconds(few.p50Ms)} at ${smallest.rows.toLocaleString('en')}`,
  }
}
