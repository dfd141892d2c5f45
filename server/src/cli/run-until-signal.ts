import type { FastifyBaseLogger } from 'fastify'
import type { RunningService } from '../main.ts'
import { endingSignals, exitWhenAskedAgain } from './interruption.ts'

/**
 * Maximum time to stop the service after SHUTDOWN_DELAY_SECONDS has passed. If the service is still running then, the
 * process exits with 1. The maximum is longer than the wait for requests in progress, so that the database can be
 * closed after that wait.
 */
const stopMaximumMs = 20_000

/**
 * Runs a service until it receives one of `endingSignals`, stops it cleanly and exits with 0. A second signal ends the
 * process immediately. An uncaught error stops the service too, but the exit code is 1. If a signal arrives during the
 * start, the service is stopped after the start.
 * @param delaySeconds value of SHUTDOWN_DELAY_SECONDS: seconds for which the service still answers after the signal.
 */
export async function runUntilSignal(
  log: FastifyBaseLogger,
  delaySeconds: number,
  start: () => Promise<RunningService>,
): Promise<void> {
  const end = waitForEnd(log, delaySeconds * 1_000 + stopMaximumMs)
  const service = await start()
  const exitCode = await end
  await service.stop()
  log.info('stopped')
  process.exit(exitCode)
}

function waitForEnd(log: FastifyBaseLogger, maximumMs: number): Promise<number> {
  return new Promise((resolve) => {
    let endedAtMs: number | undefined

    function finish(exitCode: number): void {
      if (endedAtMs !== undefined) return
      endedAtMs = performance.now()
      resolve(exitCode)
      setTimeout(() => {
        log.fatal('not stopped in time')
        process.exit(1)
      }, maximumMs).unref()
    }

    for (const signal of endingSignals) {
      process.on(signal, () => {
        exitWhenAskedAgain(signal, endedAtMs)
        if (endedAtMs === undefined) log.info({ signal }, 'stopping')
        finish(0)
      })
    }
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        log.fatal({ err: error }, 'an unexpected error; stopping')
        finish(1)
      })
    }
  })
}
