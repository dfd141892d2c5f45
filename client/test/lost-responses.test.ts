import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { TocsinClient } from '@tocsin/client'
import type { OfflineQueue } from '@tocsin/client/offline'
import { FileStore } from '@tocsin/client/stores/file'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../../server/test/support/harness.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'
import { startCuttingProxy, type Treatment } from './support/cutting-proxy.ts'
import { seededRandom } from './support/seeded-random.ts'

const server = await startTestServer()
const folder = await makeTemporaryFolder('client-queue')
afterAll(() => removeFolder(folder))

const cutsWanted = 200
const random = seededRandom(20_260_301)

/** One report made offline: its comments and changes, in order, and the SHA-256 digests of its files. */
interface Made {
  messages: string[]
  files: string[]
  description: string | null
  /** Version after all changes and files, each of which raises the version once. */
  version: number
}

test(`the offline queue creates every resource and makes every change exactly once although ${cutsWanted} responses are lost after the commit and its process is often killed`, async () => {
  const { key } = await server.newOrganization()
  const direct = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const queue = await direct.offline(await FileStore.open(folder))
  await queue.refresh()
  const made = await makeReports(queue, 110)

  const { cuts, kills } = await flushThroughCuts(key)

  expect(cuts).toBe(cutsWanted)
  expect(kills).toBeGreaterThan(50)
  expect(await storedReports(direct)).toEqual(made)
  expect((await queue.entries()).map(({ state }) => state)).toEqual(Array.from({ length: 110 }, () => 'sent'))
})

async function makeReports(queue: OfflineQueue, count: number): Promise<Map<string, Made>> {
  const made = new Map<string, Made>()
  for (let index = 0; index < count; index++) {
    const receipt = await queue.create({ name: `Report ${index}` })
    if (!receipt.isQueued) throw new Error(JSON.stringify(receipt))
    const messages = Array.from({ length: random.below(3) }, (_, number) => `Note ${number} on report ${index}`)
    const photos = Array.from({ length: random.below(2) }, () => new TextEncoder().encode(`Photo of report ${index}`))
    const changes = Array.from({ length: random.below(2) }, (_, number) => `Change ${number} of report ${index}`)
    for (const message of messages) await queue.comment(receipt, { message })
    for (const description of changes) await queue.update(receipt, { description }, { ifMatch: 1 })
    for (const photo of photos) await queue.attach(receipt, photo, { fileName: `report-${index}.txt` })
    const version = 1 + changes.length + photos.length
    const description = changes.at(-1) ?? null
    made.set(receipt.clientRequestId, { messages, files: photos.map(sha256), description, version })
  }
  return made
}

/** Starts the sending process again after each kill, until the process has nothing left to send. */
async function flushThroughCuts(key: string): Promise<{ cuts: number; kills: number }> {
  let child: ChildProcess
  let cuts = 0
  let kills = 0
  const kill = () => {
    kills++
    child.kill('SIGKILL')
  }
  const decide = (method: string): Treatment => {
    if (method !== 'POST' && method !== 'PATCH') return 'deliver'
    const isCut = cuts < cutsWanted && random.below(100) < 55
    if (isCut) cuts++
    // In one of four cases, kill the process: before the response arrives, or a little later, while the queue stores
    // the result.
    const fatal = random.below(100)
    if (fatal < 15) kill()
    else if (fatal < 25) setTimeout(kill, random.below(8))
    return isCut ? (random.below(2) === 0 ? 'drop' : 'break off') : 'deliver'
  }
  const url = await startCuttingProxy(server.url, decide)
  const program = join(import.meta.dirname, 'programs/flush-until-sent.ts')
  for (;;) {
    child = spawn(process.execPath, [program, folder, `${url}/api/v1`, key], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code === 0) return { cuts, kills }
    expect(signal, `the sending process ended by itself with ${code}`).toBe('SIGKILL')
  }
}

async function storedReports(client: TocsinClient): Promise<Map<string, Made>> {
  const stored = new Map<string, Made>()
  for await (const incident of client.incidents.list({ sort: [{ key: 'createdAt' }] })) {
    const { id, clientRequestId, mediaIds, description, version } = incident
    const comments = await client.comments.list(id).all()
    const files: string[] = []
    for (const mediaId of mediaIds) {
      const { downloadUrl } = await client.incidents.media.urls(id, mediaId)
      files.push(sha256(new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer())))
    }
    expect(stored.has(clientRequestId)).toBe(false)
    stored.set(clientRequestId, { messages: comments.map(({ message }) => message!), files, description, version })
  }
  return stored
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
