import { setPriority } from 'node:os'
import { loadSharp, renderThumbnail } from './render.ts'

/*
 * Program that renders thumbnails one after another in a child process. A file that takes too much memory or time ends this
 * process instead of the server. The process watches itself, because reading the resident memory of another process differs
 * between operating systems.
 */

export interface RenderingRequest {
  path: string
}

export type RenderingReport =
  | { kind: 'rendered'; thumbnail: Uint8Array; residentBytes: number }
  /** The file is not an image, is damaged or exceeds the limits. */
  | { kind: 'none'; residentBytes: number }
  /** This machine can render no file at all. */
  | { kind: 'unavailable'; reason: string }

const [residentMaximumBytes, processorMaximumMs] = process.argv.slice(2).map(Number) as [number, number]
const watchIntervalMs = 20
/** Lower than the server's, because requests come first on a machine with few cores. */
const priority = 10

// An orderly exit would wait for the threads of sharp.
const end = () => process.kill(process.pid, 'SIGKILL')

const sharp = loadSharp()
sharp.catch(() => undefined)
try {
  setPriority(priority)
} catch {
  // A service manager may forbid it.
}
process.once('disconnect', end)
// A terminal and a service manager signal every process. The server finishes its work first and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('message', ({ path }: RenderingRequest) => void report(path))

async function report(path: string): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > residentMaximumBytes || (user + system) / 1_000 > processorMaximumMs) end()
  }, watchIntervalMs)
  const answer = await render(path)
  clearInterval(watch)
  process.send!(answer)
}

async function render(path: string): Promise<RenderingReport> {
  try {
    const thumbnail = await renderThumbnail(await sharp, path)
    const residentBytes = process.memoryUsage.rss()
    return thumbnail ? { kind: 'rendered', thumbnail, residentBytes } : { kind: 'none', residentBytes }
  } catch (error) {
    return { kind: 'unavailable', reason: `sharp cannot be loaded: ${(error as Error).message}` }
  }
}
