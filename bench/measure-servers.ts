import { medianOf, sendLoad } from './http-load.ts'
import { connections } from './measure-operation.ts'
import { creation } from './operations.ts'
import { perSecond, times, type Section } from './report.ts'
import { writeRequest } from './requests.ts'
import { startServer, type ServerUnderTest } from './server-under-test.ts'
import type { Side } from './side.ts'

const serverCount = 4
const rounds = 15
const sampleSeconds = 2
const requestsPerSecond = 5_000

/**
 * Measures the rate at which several servers of one database create incidents of one organization. Measures two
 * checkouts alternately.
 */
export async function measureServers(sides: Side[]): Promise<Section> {
  const servers: ServerUnderTest[][] = []
  for (const side of sides) servers.push([side.server, ...(await startOthers(side))])
  const rates = sides.map((): { rate: number }[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [place, side] of sides.entries()) {
      const rate = await createOn(side, servers[place]!)
      // Do not count the first round, in which the servers still compile code.
      if (round >= 0) rates[place]!.push({ rate })
    }
  }
  for (const others of servers) await Promise.all(others.slice(1).map((server) => server.stop()))
  const ratios = rates.at(-1)!.map(({ rate }, round) => ({ ratio: rate / rates[0]![round]!.rate }))
  return {
    title: `Creations of one organization by ${serverCount} servers`,
    heads: ['checkout', 'rate', 'new / old'],
    rows: sides.map(({ label }, place) => [
      label,
      perSecond(medianOf(rates[place]!).rate),
      place > 0 ? times(medianOf(ratios).ratio) : '',
    ]),
  }
}

async function startOthers({ checkout, dataFolder }: Side): Promise<ServerUnderTest[]> {
  const others: ServerUnderTest[] = []
  while (others.length < serverCount - 1) others.push(await startServer(checkout, dataFolder))
  return others
}

async function createOn(side: Side, servers: ServerUnderTest[]): Promise<number> {
  const organization = side.organizations[0]!
  const loads = await Promise.all(
    servers.map(async ({ port }) => {
      const requests = await creation.makeRequests(side, organization, sampleSeconds * requestsPerSecond)
      const written = requests.map((request) => writeRequest(request, organization.key))
      const callers = connections / serverCount
      return { port, connections: callers, requests: written, repeats: false, extent: { seconds: sampleSeconds } }
    }),
  )
  const measured = await Promise.all(loads.map(sendLoad))
  return measured.reduce((sum, { perSecond: rate }) => sum + rate, 0)
}
