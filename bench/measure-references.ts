import { medianOf } from './http-load.ts'
import { connections, measureOperation, type OperationSample } from './measure-operation.ts'
import { creation, newest, type Operation } from './operations.ts'
import {
  measureDriver,
  measurePgbench,
  newestResponses,
  newestRows,
  singleInsert,
  type Reference,
} from './references.ts'
import { milliseconds, perSecond, times, type Section } from './report.ts'
import type { Extent } from './run.ts'
import type { Side } from './side.ts'

/**
 * Compares creating and listing incidents over HTTP with SQL statements that do the same work without HTTP. Each
 * measurement has the same number of concurrent callers.
 */
export const measureAgainstReferences = async (side: Side, extent: Extent): Promise<Section[]> => [
  await compare(side, extent, creation, [singleInsert]),
  await compare(side, extent, newest, [newestRows, newestResponses]),
]

type Rate = Pick<OperationSample, 'perSecond' | 'p50Ms' | 'p99Ms'>

async function compare(side: Side, extent: Extent, operation: Operation, references: Reference[]): Promise<Section> {
  const organization = side.organizations[0]!
  const { connection, dataFolder } = side
  const load = { connection, organization, connections, seconds: extent.sampleSeconds }
  const http: OperationSample[] = []
  const runs = new Map<string, Rate[]>()
  const record = (name: string, rate: Rate | undefined) => {
    if (rate) runs.set(name, [...(runs.get(name) ?? []), rate])
  }
  await measureOperation(side, organization, operation, { requests: 200, maximumSeconds: 2 })
  // Measure alternately, so that a disturbance of the machine affects all measurements.
  for (let round = 0; round < extent.rounds; round++) {
    http.push(await measureOperation(side, organization, operation, { seconds: extent.sampleSeconds }))
    for (const reference of references) {
      record(`the bare driver: ${reference.name}`, await measureDriver(reference, load))
      record(`pgbench: ${reference.name}`, await measurePgbench(reference, load, dataFolder))
    }
  }
  const measured = medianOf(http)
  return {
    title: `${operation.name}, ${organization.rows.toLocaleString('en')} incidents, against the same without HTTP`,
    heads: ['reference', 'reference', 'server', 'ratio'],
    rows: [
      ...[...runs].map(([name, rates]) => {
        const rate = medianOf(rates).perSecond
        return [name, perSecond(rate), perSecond(measured.perSecond), times(measured.perSecond / rate)]
      }),
      ['p50 / p99 of the server', '', `${milliseconds(measured.p50Ms)} / ${milliseconds(measured.p99Ms)}`],
    ],
  }
}
