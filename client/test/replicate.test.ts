import { join } from 'node:path'
import { TocsinClient } from '@tocsin/client'
import { expect, onTestFinished, test } from 'vitest'
import { newKey } from '../../server/test/support/new-key.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'
import { tocsinIn } from '../../server/test/support/tocsin-process.ts'
import { until } from '../../server/test/support/until.ts'
import { createMany, writeRandomly, type WriteCounts } from './support/random-writer.ts'
import { startReplica, startRestartableServer } from './support/restartable.ts'
import { seededRandom } from './support/seeded-random.ts'
import { SqliteReplica } from './support/sqlite-replica.ts'

/** Seconds of random writes. For a long run, set the environment variable, for example `REPLICA_SECONDS=600`. */
const seconds = Number(process.env.REPLICA_SECONDS ?? 5)
const seed = Number(process.env.REPLICA_SEED ?? 29)
const writers = 3
const patienceMs = 120_000

test(
  'a replica equals the register after random writes, although its process and the server are killed in between',
  { timeout: seconds * 1_000 + 4 * patienceMs },
  async () => {
    const folder = await makeTemporaryFolder('replica')
    onTestFinished(() => removeFolder(folder))
    const environment = { DATA_DIR: join(folder, 'data') }
    const server = await startRestartableServer(environment)
    const connection = { baseUrl: `${server.url}/api/v1`, apiKey: await newKey(environment.DATA_DIR) }
    const retry = { attemptsMaximum: Infinity, delayMaximumMs: 200 }
    const client = new TocsinClient({ ...connection, retry, timeouts: { totalMs: patienceMs } })
    // Create more incidents than fit on one page, so that the replica is restarted while it is still reading the lists.
    const shared = { incidents: await createMany(client, 900), comments: [] as string[] }
    const replica = startReplica(join(folder, 'replica.db'), connection)

    const [counts, ending]: [WriteCounts, AbortController] = [{}, new AbortController()]
    const load = Array.from({ length: writers }, (_, index) =>
      writeRandomly({ client, random: seededRandom(seed + index), shared }, counts, ending.signal),
    )
    const random = seededRandom(seed)
    const endsAtMs = performance.now() + seconds * 1_000
    for (let round = 1; performance.now() < endsAtMs || round <= 4; round++) {
      await moreWrites(server, counts, 20 + random.below(100))
      if (round % 4 === 1) await replica.restart()
      if (round % 4 === 2) await server.restart('SIGKILL')
      if (round % 4 === 3) await Promise.all([server.restart('SIGTERM'), replica.restart()])
      if (round % 8 === 4) {
        const { walking } = replica.steps
        await tocsinIn(environment)(['events', 'new-epoch'])
        await until('the replica begins anew', async () => replica.steps.walking > walking, patienceMs)
        await replica.restart()
      }
    }
    ending.abort()
    await Promise.all(load)

    const store = new SqliteReplica(join(folder, 'replica.db'))
    const { position } = await client.events.list()
    await until('the replica is current', async () => (await store.checkpoint())?.position === position, patienceMs)
    await replica.kill()
    const incidents = await client.incidents.list({ sort: [{ key: 'id' }], limit: 200 }).all()
    const comments = await client.comments.listAll({ limit: 200 }).all()
    report({ position, incidents, comments, counts, steps: replica.steps, starts: [replica.starts(), server.starts()] })
    expect(store.incidents()).toEqual(incidents)
    expect(store.comments()).toEqual(comments)
    expect(replica.messages).toEqual([])
    store.close()
    await server.end('SIGTERM')
  },
)

type Server = Awaited<ReturnType<typeof startRestartableServer>>

/** Waits until the writers have made this number of further writes. */
async function moreWrites(server: Server, counts: WriteCounts, count: number): Promise<void> {
  const total = () => Object.values(counts).reduce((sum, each) => sum + each, 0)
  const reached = total() + count
  const isReached = async () => {
    server.expectRunning()
    return total() >= reached
  }
  await until('the writers have written', isReached, patienceMs)
}

interface Figures {
  position: string
  incidents: unknown[]
  comments: unknown[]
  counts: WriteCounts
  steps: object
  starts: [replica: number, server: number]
}

/** Prints the figures of a long run. */
function report({ incidents, comments, starts, ...figures }: Figures): void {
  if (!process.env.REPLICA_SECONDS) return
  const [ofReplica, ofServer] = starts
  const sizes = { incidents: incidents.length, comments: comments.length }
  const all = { seconds, seed, ...figures, ...sizes, startsOfReplica: ofReplica, startsOfServer: ofServer }
  process.stdout.write(`${JSON.stringify(all)}\n`)
}
