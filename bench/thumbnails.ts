import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@tocsin/server/src/database/open.ts'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import sharp from 'sharp'
import { childrenOf, findPostgres } from './process-cpu.ts'
import { printReport } from './report.ts'
import { runCommand } from './run-command.ts'
import { startServer, thisCheckout } from './server-under-test.ts'

// Measures how costly images of one organization disturb another organization. The first uploads 38 AVIF images at the
// same time: thirty of 64 megapixels, and eight of the maximum size for AVIF. Then the other uploads two photos.
// Reports the delay of the photos, the memory (PSS) of the server with its renderers, and the memory of PostgreSQL.
// Runs only on Linux.

new Command('bench:thumbnails')
  .description('measure the delay and memory of thumbnails while another organization uploads costly images')
  .parse()

const sampleIntervalMs = 100
const finishMaximumMs = 600_000

const folder = await makeTemporaryFolder('thumbnails')
const server = await startServer(thisCheckout, folder)
const postgresPid = await findPostgres(folder)
try {
  const [one, other] = [await newCaller('One'), await newCaller('Other')]
  const photo = await avifOf(1_200).then((bytes) => sharp(bytes).jpeg().toBuffer())
  const files = [...Array<Buffer>(30).fill(await avifOf(8_000)), ...Array<Buffer>(8).fill(await avifOf(4_096))]
  // Upload one photo first, so that the server has loaded all modules. Then wait until the idle renderer has ended.
  await timed(() => upload(other, photo))
  await until(async () => (await memoryNow()).renderers === 0)
  const idle = await memoryNow()
  const peak = watchMemory()
  const times = await Promise.all(files.map((file) => timed(() => upload(one, file))))
  const others = [await timed(() => upload(other, photo)), await timed(() => upload(other, photo))]
  await until(async () => !(await isAnyPending()))
  const highest = await peak.stop()
  const rows = [
    ['slowest response to the 38 costly images, all at once', `${Math.round(Math.max(...times))} ms`],
    ['responses to two photos of another organization then', others.map((ms) => `${Math.round(ms)} ms`).join(', ')],
    ['server and renderer, idle', mib(idle.server)],
    ['server and renderer at most, above idle', mib(highest.server - idle.server)],
    ['the renderer alone, at most', mib(highest.renderer)],
    ['embedded PostgreSQL at most, above idle', mib(highest.postgres - idle.postgres)],
  ]
  const sections = [{ title: 'Thumbnails', heads: ['', ''], rows }]
  printReport(sections)
} finally {
  await server.stop()
  await removeFolder(folder)
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}

interface Caller {
  key: string
  incidentId: string
}

async function newCaller(name: string): Promise<Caller> {
  await runCommand(thisCheckout, folder, ['organizations', 'create', name])
  const key = await runCommand(thisCheckout, folder, ['keys', 'issue', '--name', 'bench', '--organization', name])
  const response = await fetch(`${server.url}/api/v1/incidents`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ clientRequestId: randomUUID(), name }),
  })
  if (response.status !== 201) throw new Error(`a creation answered ${response.status}: ${await response.text()}`)
  return { key, incidentId: ((await response.json()) as { id: string }).id }
}

function avifOf(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .avif({ effort: 0 })
    .toBuffer()
}

async function upload({ key, incidentId }: Caller, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo')
  const url = `${server.url}/api/v1/incidents/${incidentId}/media`
  const response = await fetch(url, { method: 'POST', headers: { 'x-api-key': key }, body: form })
  if (response.status !== 201) throw new Error(`an upload answered ${response.status}: ${await response.text()}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now()
  await work()
  return performance.now() - startedAtMs
}

interface Memory {
  server: number
  renderer: number
  renderers: number
  postgres: number
}

async function memoryNow(): Promise<Memory> {
  const children = await childrenOf(server.pid)
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  const renderers = children.filter((_, index) => commands[index]!.includes('/thumbnails/child.'))
  const renderer = await shareOf(renderers)
  return {
    server: renderer + (await shareOf([server.pid])),
    renderer,
    renderers: renderers.length,
    postgres: await shareOf([postgresPid, ...(await childrenOf(postgresPid))]),
  }
}

/**
 * Reads the sum of the proportional set sizes (PSS) of processes, in bytes. Memory that several processes share is
 * counted only once.
 */
async function shareOf(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')))
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024, 0)
}

/**
 * Measures memory at regular intervals, until `stop` is called.
 * @returns an object whose `stop` returns the highest value of each figure.
 */
function watchMemory(): { stop(): Promise<Memory> } {
  const highest: Memory = { server: 0, renderer: 0, renderers: 0, postgres: 0 }
  const ending = new AbortController()
  const sampling = (async () => {
    while (!ending.signal.aborted) {
      const now = await memoryNow()
      for (const key of ['server', 'renderer', 'renderers', 'postgres'] as const) {
        highest[key] = Math.max(highest[key], now[key])
      }
      await wait(sampleIntervalMs)
    }
  })()
  return {
    async stop() {
      ending.abort()
      await sampling
      return highest
    },
  }
}

async function isAnyPending(): Promise<boolean> {
  const { database, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
  const row = await database
    .selectFrom('media')
    .select('id')
    .where('thumbnail_due_at', 'is not', null)
    .executeTakeFirst()
  await close()
  return row !== undefined
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + finishMaximumMs
  while (!(await isReached())) {
    if (performance.now() > deadlineMs) throw new Error(`waited ${finishMaximumMs} ms in vain`)
    await wait(500)
  }
}
