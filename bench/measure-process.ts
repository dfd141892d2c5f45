import { measureOperation } from './measure-operation.ts'
import { creation, newest } from './operations.ts'
import type { Section } from './report.ts'
import type { Extent } from './run.ts'
import { startServer, type ServerUnderTest } from './server-under-test.ts'
import type { Side } from './side.ts'

/**
 * Measures the resident memory of the running server, which has served all earlier measurements. Then gives a second
 * server the same work twice and measures its memory after each time. A much higher second value means that memory
 * keeps growing.
 */
export async function measureMemory(side: Side, { memory: { creations, lists } }: Extent): Promise<Section[]> {
  const fresh = await startServer(side.checkout, side.dataFolder)
  const target = { ...side, server: fresh }
  const work = async () => {
    const organization = side.organizations[0]!
    const maximumSeconds = 60
    await measureOperation(target, organization, creation, { requests: creations, maximumSeconds })
    await measureOperation(target, organization, newest, { requests: lists, maximumSeconds })
  }
  await work()
  const half = await mibOf(fresh)
  await work()
  const whole = await mibOf(fresh)
  await fresh.stop()
  return [
    {
      title: 'The server process',
      heads: ['what', 'measured'],
      rows: [
        ['ready, on an empty data folder', seconds(side.first)],
        ['ready, started again', seconds(side.server)],
        ['resident memory after all runs above', await mibOf(side.server)],
        [`of another one, after ${creations} creations and ${lists} lists`, half],
        ['after as many again', whole],
      ],
    },
  ]
}

const mibOf = async (server: ServerUnderTest): Promise<string> =>
  `${Math.round((await server.residentMib()) ?? NaN)} MiB`

const seconds = ({ readyAfterMs }: ServerUnderTest) => `${(readyAfterMs / 1000).toFixed(1)} s`
