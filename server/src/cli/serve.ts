import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { readEnvironment } from '../environment.ts'
import { makeLog } from '../http/operations/log.ts'
import { readPort } from './arguments.ts'
import { acceptDatabaseOption } from './options.ts'
import { runUntilSignal } from './run-until-signal.ts'

interface ServeOptions {
  port?: number
  host?: string
  acceptThisDatabase?: true
}

export const serveCommand = new Command('serve')
  .description('run the server until it is stopped')
  .option('--port <port>', 'port to listen on, 0 for a free one (PORT, else 8080)', readPort)
  .option('--host <host>', 'address to listen on (HOST, else 127.0.0.1)')
  .addOption(acceptDatabaseOption())
  .addHelpText(
    'after',
    `
Migrates the database, then serves. SIGTERM, SIGINT or SIGHUP stops the server after it has finished running requests, for
at most 15 seconds. A second signal stops it immediately. Logs go to standard error, one JSON object per line.

Examples:
  tocsin serve
  DATABASE_URL=postgres://tocsin@db.example.com/tocsin HOST=0.0.0.0 tocsin serve --port 80`,
  )
  .action(async ({ port, host, acceptThisDatabase: acceptDatabase }: ServeOptions) => {
    const environment = readEnvironment({ PORT: port, HOST: host })
    const log = makeLog(environment.LOG_LEVEL)
    // Import dynamically, so that commands that do not need this module start faster.
    const { startService } = await import('../main.ts')
    await runUntilSignal(log, environment.SHUTDOWN_DELAY_SECONDS, async () => {
      const service = await startService(environment, log, { acceptDatabase })
      log.info({ url: service.url, version: manifest.version }, 'ready')
      return service
    })
  })
