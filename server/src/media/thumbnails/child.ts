import { setPriority } from 'node:os'
import { loadSharp, renderThumbnail } from './render.ts'

/**
 * Renders thumbnails in a process of its own, one after another: a file that takes more than it may ends this process, and
 * not the server. It watches itself, since the resident memory of another process cannot be read alike on all systems.
 */
export interface RenderingOrder {
  path: string
}

export type RenderingReport =
  | { kind: 'rendered'; thumbnail: Uint8Array; residentBytes: number }
  /** The file is no image, is broken or is beyond the limits. */
  | { kind: 'none'; residentBytes: number }
  /** Nothing can be rendered here, whatever the file. */
  | { kind: 'unavailable'; reason: string }

const [residentMaximumBytes, processorMaximumMs] = process.argv.slice(2).map(Number) as [number, number]
const watchIntervalMs = 20
/** Requests come first on a machine with few cores. */
const priority = 10

// sharp works in other threads, which an orderly exit would wait for.
const end = () => process.kill(process.pid, 'SIGKILL')

const sharp = loadSharp()
sharp.catch(() => undefined)
try {
  setPriority(priority)
} catch {
  // A service manager may forbid it.
}
process.once('disconnect', end)
// A terminal and a service manager signal every process at once; the server finishes first, and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('message', ({ path }: RenderingOrder) => void report(path))

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
