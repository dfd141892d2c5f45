import { measureOperation } from './measure-operation.ts'
import { creation, newest } from './operations.ts'
import { perSecond, times, type Section } from './report.ts'
import type { Bench } from './run.ts'
import { startServer, type ServerUnderTest } from './server-under-test.ts'

/**
 * Memory of the server after everything before, and of one of its own over creations and lists in two equal parts.
 * @param first the start before, on an empty data folder.
 */
export async function measureMemory(bench: Bench, server: ServerUnderTest, first: ServerUnderTest): Promise<Section> {
  const organization = bench.written
  const { creations, lists } = bench.extent.memory
  const fresh = await startServer(bench.folder)
  const work = async () => {
    const target = { ...bench, url: fresh.url }
    const maximumSeconds = 300
    await measureOperation(target, organization, creation(organization.id), { requests: creations, maximumSeconds })
    await measureOperation(target, organization, newest, { requests: lists, maximumSeconds })
  }
  await work()
  const half = await mibOf(fresh)
  await work()
  const whole = await mibOf(fresh)
  await fresh.stop()
  return {
    title: 'The server process',
    rows: [
      { what: 'ready, on an empty data folder', value: seconds(first) },
      { what: 'ready, started again', value: seconds(server) },
      { what: 'resident memory after all runs above', value: await mibOf(server) },
      { what: `of another one, after ${creations} creations and ${lists} lists`, value: half },
      { what: 'after as many again', value: whole, reference: half },
    ],
  }
}

const mibOf = async (server: ServerUnderTest): Promise<string> =>
  `${Math.round((await server.residentMib()) ?? NaN)} MiB`

const seconds = ({ readyAfterMs }: ServerUnderTest) => `${(readyAfterMs / 1000).toFixed(1)} s`

/** One process against two on one port, on the same database. */
export async function measureWorkers(bench: Bench): Promise<Section> {
  const organization = bench.written
  const operations = [creation(organization.id), newest]
  const rates: number[][] = []
  for (const options of [[], ['--workers', '2']]) {
    const server = await startServer(bench.folder, ...options)
    const measured: number[] = []
    for (const operation of operations) {
      const extent = { seconds: bench.extent.seconds }
      measured.push((await measureOperation({ ...bench, url: server.url }, organization, operation, extent)).perSecond)
    }
    rates.push(measured)
    await server.stop()
  }
  const [one, two] = rates
  return {
    title: 'Two workers against one',
    rows: operations.map(({ name }, index) => ({
      what: name,
      value: perSecond(two![index]!),
      ratio: times(two![index]! / one![index]!),
      reference: `${perSecond(one![index]!)} with one`,
    })),
  }
}
