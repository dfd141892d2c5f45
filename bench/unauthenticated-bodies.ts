import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { sendRequest, type RawRequest } from './fuzz/send.ts'
import { startProbedServer, type ProbedServer } from './fuzz/server.ts'

// Measures the CPU time that a server spends on a request that has 1 MB of JSON but no API key, for every route and
// some unknown paths. Then measures how much eight concurrent senders of such requests slow down /readyz.

new Command('bench:bodies').description('measure the CPU time of large bodies without an API key').parse()

const body = Buffer.from(`[${'1,'.repeat(500_000)}1]`)
const repeats = 3
const senders = 8
const loadMs = 10_000

const folder = await makeTemporaryFolder('bodies')
const server = await startProbedServer(folder)
try {
  const requests = addressesOf(server).map(({ method, path }): RawRequest => ({
    method,
    path,
    headers: [['content-type', 'application/json']],
    body,
  }))
  const costs: { name: string; cpuMs: number }[] = []
  for (const request of requests) {
    costs.push({ name: `${request.method} ${request.path}`, cpuMs: await leastCpuOf(request) })
  }
  costs.sort((one, other) => other.cpuMs - one.cpuMs)
  log(`${costs.length} addresses; CPU of one request, the least of ${repeats}, the five largest:`)
  for (const { name, cpuMs } of costs.slice(0, 5)) log(`  ${cpuMs.toFixed(1)} ms  ${name}`)

  const idleMs = await medianReadyMs(2_000)
  const isOver = { value: false }
  const load = Array.from({ length: senders }, async (_, index) => {
    for (let next = index; !isOver.value; next += senders)
      await sendRequest(server.port, requests[next % requests.length]!)
  })
  const loadedMs = await medianReadyMs(loadMs)
  isOver.value = true
  await Promise.all(load)
  log(`/readyz p50: ${idleMs.toFixed(1)} ms idle, ${loadedMs.toFixed(1)} ms with ${senders} senders`)
} finally {
  await server.stop()
  await removeFolder(folder)
}

function addressesOf({ routes }: ProbedServer): { method: string; path: string }[] {
  const known = routes.map(({ method, url }) => ({ method, path: url.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x') }))
  const unknown = ['/api/v1/nope', '/api/console/nope', '/nope', '/set-up'].flatMap((path) =>
    ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => ({ method, path })),
  )
  return [...known, ...unknown]
}

async function leastCpuOf(request: RawRequest): Promise<number> {
  let leastMs = Infinity
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = await server.read()
    await sendRequest(server.port, request)
    leastMs = Math.min(leastMs, (await server.read()).cpuMs - before.cpuMs)
  }
  return leastMs
}

async function medianReadyMs(duringMs: number): Promise<number> {
  const times: number[] = []
  const untilMs = performance.now() + duringMs
  while (performance.now() < untilMs) {
    const startedAtMs = performance.now()
    await fetch(`http://127.0.0.1:${server.port}/readyz`)
    times.push(performance.now() - startedAtMs)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
}

function log(text: string): void {
  process.stdout.write(`${text}\n`)
}
