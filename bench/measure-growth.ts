import { SingleBar } from 'cli-progress'
import { median, type LoadExtent, type Measurement } from './http-load.ts'
import { prepareForWrites } from './housekeeping.ts'
import { connections, measureOperation } from './measure-operation.ts'
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
  const { seconds, growthRuns } = bench.extent
  return [
    await grow(
      bench,
      `Each filter with each sort, ${connections} connections`,
      matrix,
      { requests: 800, maximumSeconds: 10 },
      growthRuns,
    ),
    // Creations last: they change how many Incidents there are.
    await grow(bench, `Each operation, ${connections} connections`, withCreation, { seconds }, growthRuns),
  ]
}

type MakeOperations = (organization: MeasuredOrganization) => Promise<Operation[]>

async function grow(
  bench: Bench,
  title: string,
  makeOperations: MakeOperations,
  extent: LoadExtent,
  runs: number,
): Promise<Section> {
  // A run of a number of requests ends with a sample of the load generator, so that its rate says little.
  const tell = ({ perSecond: rate, p50Ms }: Measurement) =>
    'seconds' in extent ? perSecond(rate) : milliseconds(p50Ms)
  const bySize = await Promise.all(
    bench.organizations.map(async (organization) => ({ organization, operations: await makeOperations(organization) })),
  )
  const names = bySize[0]!.operations.map(({ name }) => name)
  const bar = new SingleBar({ format: `${title} {bar} {value}/{total}, {eta_formatted} left` })
  bar.start(names.length, 0)
  const rows: Row[] = []
  for (const [index, what] of names.entries()) {
    const results = bySize.map(({ organization }) => ({ organization, measured: [] as Measurement[] }))
    try {
      // What is measured is the server, not the disk that the pages come from the first time.
      for (const { organization, operations } of bySize) await warm(bench, organization, operations[index]!)
      // In turn, so that a noisy minute falls on every size.
      for (let run = 0; run < runs; run++) {
        for (const [size, { organization, operations }] of bySize.entries()) {
          results[size]!.measured.push(await measureOperation(bench, organization, operations[index]!, extent))
        }
      }
      rows.push(growthOf(what, results, tell))
    } catch (error) {
      rows.push({ what, value: (error as Error).message })
    }
    bar.increment()
  }
  bar.stop()
  return { title, rows }
}

const warm = (bench: Bench, organization: MeasuredOrganization, operation: Operation): Promise<void> =>
  operation.makeBody ? prepareForWrites(bench.database.pool) : readOnce(bench, organization, operation)

/** A refusal is not looked at here: the measurement after it meets the same. */
async function readOnce({ url }: Bench, { key }: MeasuredOrganization, { paths }: Operation): Promise<void> {
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })).arrayBuffer()
  await Promise.all(paths.map(read))
}

function growthOf(
  what: string,
  results: { organization: MeasuredOrganization; measured: Measurement[] }[],
  tell: (measured: Measurement) => string,
): Row {
  const bySize = results.map(({ organization: { rows }, measured }) => ({ rows, ...median(measured) }))
  const few = bySize[0]!
  const many = bySize.at(-1)!
  const each = bySize.map((size) => `${tell(size)} at ${size.rows.toLocaleString('en')}`)
  return {
    what,
    value: `${each.join(', ')}; p99 ${times(many.p99Ms / many.p50Ms)} of p50`,
    ratio: times(many.p50Ms / few.p50Ms),
    reference: `p50 ${milliseconds(many.p50Ms)} against ${milliseconds(few.p50Ms)} at ${few.rows.toLocaleString('en')}`,
  }
}
