import cluster from 'node:cluster'
import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { readEnvironment } from '../environment.ts'
import { makeLog } from '../http/operations/log.ts'
import { readPort, readWorkers } from './arguments.ts'
import { acceptDatabaseOption } from './options.ts'
import { runUntilSignal } from './run-until-signal.ts'
import { superviseWorkers } from './supervise-workers.ts'

interface ServeOptions {
  port?: number
  host?: string
  workers: number
  acceptThisDatabase?: true
}

export const serveCommand = new Command('serve')
  .description('run the server until it is stopped')
  .option('--port <port>', 'port to listen on, 0 for a free one (PORT, else 8080)', readPort)
  .option('--host <host>', 'address to listen on (HOST, else 127.0.0.1)')
  .option('--workers <number>', 'number of processes that share the port', readWorkers, 1)
  .addOption(acceptDatabaseOption())
  .addHelpText(
    'after',
    `
Migrates the database, then serves. SIGTERM or SIGINT stops the server after it has finished running requests, for at most
15 seconds. A second signal stops it immediately. Logs go to standard error, one JSON object per line.

Examples:
  tocsin serve
  DATABASE_URL=postgres://tocsin@db.example.com/tocsin HOST=0.0.0.0 tocsin serve --port 80`,
  )
  .action(async ({ port, host, workers, acceptThisDatabase: acceptDatabase }: ServeOptions) => {
    const environment = readEnvironment({ PORT: port, HOST: host })
    const log = makeLog(environment.LOG_LEVEL)
    if (workers > 1 && cluster.isPrimary) return superviseWorkers(workers, environment.HOST, log)

    // Import dynamically, so that commands that do not need this module start faster.
    const { startService } = await import('../main.ts')
    await runUntilSignal(log, environment.SHUTDOWN_DELAY_SECONDS, async () => {
      const service = await startService(environment, log, { acceptDatabase })
      log.info({ url: service.url, version: manifest.version }, 'ready')
      return service
    })
  })
