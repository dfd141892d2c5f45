import { SingleBar } from 'cli-progress'
import { change, upload } from './changes.ts'
import { medianOf } from './http-load.ts'
import { measureOperation, type OperationSample } from './measure-operation.ts'
import { creation, everydayOperations, type Operation } from './operations.ts'
import { bytes, microseconds, milliseconds, perSecond, times, type Section } from './report.ts'
import type { Extent } from './run.ts'
import type { Side } from './side.ts'

/** Operations in the order of measurement. Creation comes last, because it changes the number of incidents. */
const operations = [...everydayOperations, upload, change, creation]

/**
 * Measures every operation in organizations of every size. With two checkouts, each round measures the old checkout
 * before and after the new one. The difference between the two results of the old checkout is the error of the
 * measurement.
 */
export async function measureOperations(sides: Side[], extent: Extent): Promise<Section[]> {
  const order = sides.length === 2 ? [sides[0]!, sides[1]!, sides[0]!] : sides
  const sizes = sides[0]!.organizations.map((_, size) => size)
  const bar = new SingleBar({ format: 'operations {bar} {value}/{total}, {eta_formatted} left' })
  bar.start(operations.length * sizes.length, 0)
  const bySize: MeasuredOperation[][] = []
  for (const size of sizes) {
    const measured: MeasuredOperation[] = []
    for (const operation of operations) {
      measured.push(
        await measureInRounds(operation, order, size, extent).catch((error: Error) => ({ operation, error })),
      )
      bar.increment()
    }
    bySize.push(measured)
  }
  bar.stop()
  const compared = bySize.map((measured, size) => {
    const rows = sides[0]!.organizations[size]!.rows.toLocaleString('en')
    return sides.length === 2 ? compare(rows, measured) : describe(rows, measured)
  })
  return [...compared, ...(sides.length === 1 && sizes.length > 1 ? [grow(bySize)] : [])]
}

interface MeasuredOperation {
  operation: Operation
  /** Medians over all rounds: one item for each measurement of a round. Undefined if a measurement failed. */
  medians?: OperationSample[]
  /** Number of incidents on the returned page. Undefined for an operation that does not list incidents. */
  items?: number | undefined
  error?: Error
}

async function measureInRounds(
  operation: Operation,
  order: Side[],
  size: number,
  extent: Extent,
): Promise<MeasuredOperation> {
  const samples = order.map((): OperationSample[] => [])
  // Warm up before measuring, because the first requests read from disk and compile code.
  for (const side of new Set(order)) {
    await measureOperation(side, side.organizations[size]!, operation, { requests: 200, maximumSeconds: 2 })
  }
  for (let round = 0; round < extent.rounds; round++) {
    for (const [place, side] of order.entries()) {
      const sample = await measureOperation(side, side.organizations[size]!, operation, {
        seconds: extent.sampleSeconds,
      })
      samples[place]!.push(sample)
    }
  }
  return { operation, medians: samples.map(medianOf), items: await countItems(order[0]!, size, operation) }
}

async function countItems(side: Side, size: number, operation: Operation): Promise<number | undefined> {
  if (operation.writes) return undefined
  const organization = side.organizations[size]!
  const [request] = await operation.makeRequests(side, organization, 1)
  const response = await fetch(`${side.server.url}${request!.path}`, { headers: organization.key })
  const body = (await response.json()) as { data?: unknown[] }
  return body.data?.length
}

const costHeads = ['server CPU', 'PostgreSQL CPU', 'WAL', 'disk']
const costsOf = ({ serverCpuMs, postgresCpuMs, walBytes, diskBytes }: OperationSample, writes: boolean): string[] => [
  microseconds(serverCpuMs),
  microseconds(postgresCpuMs),
  ...(writes ? [bytes(walBytes), bytes(diskBytes)] : ['', '']),
]

/** CPU time for one request, of the server and PostgreSQL together. */
const cpuMs = ({ serverCpuMs, postgresCpuMs }: OperationSample): number => serverCpuMs + postgresCpuMs

const failed = ({ operation, error }: MeasuredOperation): string[] => [operation.name, error!.message.slice(0, 300)]

function compare(rows: string, measured: MeasuredOperation[]): Section {
  return {
    title: `Old against new, ${rows} incidents, per request at 32 callers`,
    heads: [
      'operation',
      'old',
      'old again',
      'new',
      'new / old',
      'CPU new / old',
      'p50 old',
      'p50 new',
      ...costHeads.map((head) => `${head} old → new`),
    ],
    rows: measured.map((each) => {
      if (!each.medians) return failed(each)
      const [old, current, again] = each.medians as [OperationSample, OperationSample, OperationSample]
      const oldCosts = costsOf(old, each.operation.writes)
      const newCosts = costsOf(current, each.operation.writes)
      return [
        each.operation.name,
        perSecond(old.perSecond),
        `${perSecond(again.perSecond)}, ${times(again.perSecond / old.perSecond)}, CPU ${times(cpuMs(again) / cpuMs(old))}`,
        perSecond(current.perSecond),
        times(current.perSecond / ((old.perSecond + again.perSecond) / 2)),
        times(cpuMs(current) / ((cpuMs(old) + cpuMs(again)) / 2)),
        milliseconds(old.p50Ms),
        milliseconds(current.p50Ms),
        ...oldCosts.map((cost, index) => (cost ? `${cost} → ${newCosts[index]}` : '')),
      ]
    }),
  }
}

const describe = (rows: string, measured: MeasuredOperation[]): Section => ({
  title: `Each operation, ${rows} incidents, per request at 32 callers`,
  heads: ['operation', 'rate', 'p50', 'p99', ...costHeads],
  rows: measured.map((each) => {
    const sample = each.medians?.[0]
    if (!sample) return failed(each)
    const { name, writes } = each.operation
    return [
      name,
      perSecond(sample.perSecond),
      milliseconds(sample.p50Ms),
      milliseconds(sample.p99Ms),
      ...costsOf(sample, writes),
    ]
  }),
})

/**
 * Makes the table that compares the cost of each operation in the largest organization with the cost in the smallest.
 */
const grow = (bySize: MeasuredOperation[][]): Section => ({
  title: 'Growth: the largest organization against the smallest',
  heads: ['operation', 'items of a page', 'p50', 'server CPU', 'PostgreSQL CPU'],
  rows: bySize[0]!.map((few, index) => {
    const many = bySize.at(-1)![index]!
    const [small, large] = [few.medians?.[0], many.medians?.[0]]
    if (!small || !large) return [few.operation.name, 'not measured']
    const ratio = (figure: 'p50Ms' | 'serverCpuMs' | 'postgresCpuMs') => times(large[figure] / small[figure])
    const items = few.items === undefined ? '' : `${few.items} and ${many.items}`
    return [few.operation.name, items, ratio('p50Ms'), ratio('serverCpuMs'), ratio('postgresCpuMs')]
  }),
})
