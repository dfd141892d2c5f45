import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { localUrl } from '../http/addresses/local-url.ts'

/** Delay before a worker process is replaced, so that a repeatedly failing worker does not keep the machine busy. */
const restartDelayMs = 1_000

/**
 * Runs the same command in several processes that share one port. Replaces processes that end unexpectedly, and
 * forwards SIGTERM and SIGINT to all of them. Exits with 1 when a process did not stop cleanly.
 */
export async function superviseWorkers(count: number, host: string, log: FastifyBaseLogger): Promise<void> {
  const stopping = new AbortController()
  let isReady = false
  let exitCode = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping.abort(signal)
      for (const worker of workers()) worker.process.kill(signal)
    })
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping.signal.aborted) {
      const hasStopped = code === 0 || signal === stopping.signal.reason
      if (!hasStopped) exitCode = 1
      return
    }
    const ended = { workerPid: worker.process.pid, code, signal }
    // Do not replace a worker that ends before all workers are ready, because the command then reports an error and
    // exits.
    if (!isReady) return log.error(ended, 'a worker ended')
    log.error(ended, 'a worker ended; starting another')
    void delay(restartDelayMs, undefined, { signal: stopping.signal }).then(
      () => cluster.fork(),
      () => undefined,
    )
  })

  const port = await startAll(count)
  if ((port === undefined || workers().length < count) && !stopping.signal.aborted) {
    log.fatal('a worker ended before it was ready')
    process.exit(1)
  }
  isReady = port !== undefined
  if (port !== undefined) log.info({ url: localUrl(host, port), version: manifest.version, workers: count }, 'ready')
  while (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  await Promise.all(workers().map((worker) => once(worker.process, 'exit')))
  log.info('stopped')
  process.exit(exitCode)
}

/**
 * Starts the worker processes.
 * @returns the port that all workers share; undefined if a worker ended before it listened.
 */
async function startAll(count: number): Promise<number | undefined> {
  const ports = Array.from({ length: count }, async () => {
    const worker = cluster.fork()
    const listening = once(worker, 'listening').then(([{ port }]) => port as number)
    return Promise.race([listening, once(worker, 'exit').then(() => undefined)])
  })
  const all = await Promise.all(ports)
  return all.includes(undefined) ? undefined : all[0]
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
