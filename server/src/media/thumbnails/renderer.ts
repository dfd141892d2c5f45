import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RenderingRequest, RenderingReport } from './child.ts'

export type Rendering =
  | { kind: 'rendered'; thumbnail: Uint8Array }
  /** The file is not an image, is damaged or exceeds the limits. */
  | { kind: 'none' }
  /** The child process ended while it rendered: it took too much memory or time, crashed or was killed. */
  | { kind: 'died' }
  | { kind: 'unavailable'; reason: string }

export interface RendererLimits {
  /** Resident memory above which the child process ends itself. */
  residentMaximumBytes: number
  /** Processor time for one file after which the child process ends itself. */
  processorMaximumMs: number
}

const limitsDefault: RendererLimits = { residentMaximumBytes: 420 * 1024 * 1024, processorMaximumMs: 30_000 }
/**
 * Elapsed time after which the child process is killed while it renders a file. Rendering takes so long only if the
 * process hangs or the machine is overloaded.
 */
const renderingMaximumMs = 120_000
/**
 * Maximum memory of the child process between two files. If the process takes more, a new process replaces it, so that
 * there is enough memory for the next file.
 */
const restingMaximumBytes = 160 * 1024 * 1024
const idleMaximumMs = 15_000

const childPath = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/** Starts a child process to render thumbnails, and ends the process when it has been idle for a while. */
export class Renderer {
  readonly #limits: RendererLimits
  #child: ChildProcess | undefined
  #idleTimer: NodeJS.Timeout | undefined

  constructor(limits: RendererLimits = limitsDefault) {
    this.#limits = limits
  }

  /** Process id of the child process; undefined while no child process is running. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Renders the thumbnail of one file. Wait for the result before you call the method for the next file. */
  async render(path: string): Promise<Rendering> {
    clearTimeout(this.#idleTimer)
    const child = (this.#child ??= this.#start())
    const { promise, resolve } = Promise.withResolvers<RenderingReport | { kind: 'died' }>()
    const died = () => resolve({ kind: 'died' })
    const failed = ({ message }: Error) => resolve({ kind: 'unavailable', reason: message })
    const overdue = setTimeout(() => child.kill('SIGKILL'), renderingMaximumMs)
    child.once('message', resolve).once('exit', died).once('error', failed)
    // A child process that could not be started, for example for lack of file descriptors, has no id and no channel.
    // Its `error` event follows.
    if (child.pid !== undefined) child.send({ path } satisfies RenderingRequest, () => undefined)
    const report = await promise
    clearTimeout(overdue)
    child.off('message', resolve).off('exit', died).off('error', failed)
    this.#reuseOrClose(report)
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
      // Do not pass on Node options of the server: `--inspect` would open a debugger on a port that is in use.
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Listen for the whole life of the child process. An error event without a listener would end the server.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    return child
  }

  #reuseOrClose(report: RenderingReport | { kind: 'died' }): void {
    const mayStay = 'residentBytes' in report && report.residentBytes <= restingMaximumBytes
    if (!mayStay) return this.close()
    this.#idleTimer = setTimeout(() => this.close(), idleMaximumMs).unref()
  }
}
