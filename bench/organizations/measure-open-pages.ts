import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { summarize } from '../http-load.ts'
import { milliseconds, type Section } from '../report.ts'
import { writeRequest } from '../requests.ts'
import { creationBody, type Copy } from './copy-organization.ts'
import { cpuOf, type Site } from './site.ts'

const quietSeconds = 30
const changes = 40

/** Stream of live updates of an open page. */
interface OpenPage {
  copy: Copy
  socket: Socket
  nextChange(): Promise<void>
}

/**
 * Opens one page of the console in each measured organization. Measures the CPU time while nothing happens, and the
 * time from the response to a creation until the page of its organization receives the change.
 */
export async function measureOpenPages(site: Site): Promise<Section> {
  const without = await cpuOf(site, () => wait(quietSeconds * 1_000))
  const pages: OpenPage[] = []
  // Open the pages one after another, because the queue of a listening socket has no room for all of them.
  for (const copy of site.copies) pages.push(await openPage(site, copy))
  await wait(5_000)
  const quiet = await cpuOf(site, () => wait(quietSeconds * 1_000))
  const delaysMs: number[] = []
  for (let change = 0; change < changes; change++) {
    delaysMs.push(await measureDelay(site, pages[Math.floor((change * pages.length) / changes)]!))
  }
  const residentMib = await site.server.residentMib()
  for (const { socket } of pages) socket.destroy()
  return {
    title: `${pages.length} organizations with an open page each`,
    heads: ['what', 'measured'],
    rows: [
      ['part of a core while nothing happens: server', ofCore(quiet.server)],
      ['part of a core while nothing happens: PostgreSQL', ofCore(quiet.postgres)],
      ['without open pages: server, PostgreSQL', `${ofCore(without.server)}, ${ofCore(without.postgres)}`],
      ['a change is shown after: median', milliseconds(summarize(delaysMs, 1).p50Ms)],
      [`a change is shown after: slowest of ${changes}`, milliseconds(Math.max(...delaysMs))],
      ['resident memory of the server', `${Math.round(residentMib ?? NaN)} MiB`],
    ],
  }
}

/** Formats the CPU time that was used during `quietSeconds` as a share of one core. */
const ofCore = (cpuMs: number): string => `${(cpuMs / quietSeconds / 10).toFixed(1)} %`

async function openPage({ server }: Site, copy: Copy): Promise<OpenPage> {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(writeRequest({ method: 'GET', path: '/api/console/events' }, copy.sessions[0]!))
  let text = ''
  while (!text.includes('event: ready')) {
    const [piece] = (await once(socket, 'data')) as [Buffer]
    text += piece.toString()
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`the live updates answered ${text}`)
  }
  socket.on('error', () => undefined).resume()
  return {
    copy,
    socket,
    nextChange: () =>
      new Promise((resolve) => {
        const look = (piece: Buffer) => {
          if (!piece.includes('event: change')) return
          socket.off('data', look)
          resolve()
        }
        socket.on('data', look)
      }),
  }
}

async function measureDelay({ server }: Site, { copy, nextChange }: OpenPage): Promise<number> {
  const shown = nextChange()
  const response = await fetch(`${server.url}/api/v1/incidents`, {
    method: 'POST',
    headers: { ...copy.keys[0], 'content-type': 'application/json' },
    body: JSON.stringify(creationBody(0)),
  })
  if (!response.ok) throw new Error(`the creation answered ${response.status}`)
  await response.arrayBuffer()
  const createdAtMs = performance.now()
  await shown
  return performance.now() - createdAtMs
}
