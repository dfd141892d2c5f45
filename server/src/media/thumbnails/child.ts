import { setPriority } from 'node:os'
import { loadSharp, renderThumbnail } from './render.ts'

/*
 * Program of the child process that renders thumbnails, one after another. If a file takes too much memory or time,
 * this process ends and the server continues. The process measures its own memory, because reading the resident memory
 * of another process differs between operating systems.
 */

export interface RenderingRequest {
  path: string
}

export type RenderingReport =
  | { kind: 'rendered'; thumbnail: Uint8Array; residentBytes: number }
  /** The file is not an image, is damaged or exceeds the limits. */
  | { kind: 'none'; residentBytes: number }
  /** Sharp cannot be loaded on this machine, so no file can be rendered. */
  | { kind: 'unavailable'; reason: string }

const [residentMaximumBytes, processorMaximumMs] = process.argv.slice(2).map(Number) as [number, number]
const watchIntervalMs = 20
/** Scheduling priority, lower than that of the server, so that rendering does not slow down requests. */
const priority = 10

// Kill this process, because a normal exit would wait for the threads of sharp.
const end = () => process.kill(process.pid, 'SIGKILL')

const sharp = loadSharp()
sharp.catch(() => undefined)
try {
  setPriority(priority)
} catch {
  // Continue with the normal priority if a service manager forbids a lower one.
}
process.once('disconnect', end)
// Ignore signals that a terminal or service manager sends to all processes. This process ends when the server, after
// finishing its work, disconnects from it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('message', ({ path }: RenderingRequest) => void report(path))

async function report(path: string): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > residentMaximumBytes || (user + system) / 1_000 > processorMaximumMs) end()
  }, watchIntervalMs)
  const result = await render(path)
  clearInterval(watch)
  process.send!(result)
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
