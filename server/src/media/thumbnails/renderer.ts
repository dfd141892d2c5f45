import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RenderingRequest, RenderingReport } from './child.ts'

export type Rendering =
  | { kind: 'rendered'; thumbnail: Uint8Array }
  /** The file is not an image, is damaged or exceeds the limits. */
  | { kind: 'none' }
  /** The process ended: it took too much memory or time, crashed or was killed. */
  | { kind: 'died' }
  | { kind: 'unavailable'; reason: string }

export interface RendererLimits {
  /** Resident memory at which the process ends itself. */
  residentMaximumBytes: number
  /** Processor time for one file. */
  processorMaximumMs: number
}

const limitsDefault: RendererLimits = { residentMaximumBytes: 420 * 1024 * 1024, processorMaximumMs: 30_000 }
/** Reached only when the process is stuck or the machine is overloaded. */
const renderingMaximumMs = 120_000
/** A process that takes more memory than this after a file is replaced, so that the next file has room. */
const restingMaximumBytes = 160 * 1024 * 1024
const idleMaximumMs = 15_000

const childPath = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/** Owns the process that renders thumbnails: starts it for a file and ends it when it is idle. */
export class Renderer {
  readonly #limits: RendererLimits
  #child: ChildProcess | undefined
  #idleTimer: NodeJS.Timeout | undefined

  constructor(limits: RendererLimits = limitsDefault) {
    this.#limits = limits
  }

  /** Process id of the renderer; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Renders one file. Call it again only after the promise has resolved. */
  async render(path: string): Promise<Rendering> {
    clearTimeout(this.#idleTimer)
    const child = (this.#child ??= this.#start())
    const { promise, resolve } = Promise.withResolvers<RenderingReport | { kind: 'died' }>()
    const died = () => resolve({ kind: 'died' })
    const failed = ({ message }: Error) => resolve({ kind: 'unavailable', reason: message })
    const overdue = setTimeout(() => child.kill('SIGKILL'), renderingMaximumMs)
    child.once('message', resolve).once('exit', died).once('error', failed)
    child.send({ path } satisfies RenderingRequest, () => undefined)
    const report = await promise
    clearTimeout(overdue)
    child.off('message', resolve).off('exit', died).off('error', failed)
    this.#keepOrReplace(report)
    return report
  }

  close(): void {
    clearTimeout(this.#idleTimer)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const { residentMaximumBytes, processorMaximumMs } = this.#limits
    const child = fork(childPath, [String(residentMaximumBytes), String(processorMaximumMs)], {
      // The server's own options may open a debugger, whose port is in use.
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Without a listener, an error between two files would end the server.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    return child
  }

  #keepOrReplace(report: RenderingReport | { kind: 'died' }): void {
    const mayStay = 'residentBytes' in report && report.residentBytes <= restingMaximumBytes
    if (!mayStay) return this.close()
    this.#idleTimer = setTimeout(() => this.close(), idleMaximumMs).unref()
  }
}
