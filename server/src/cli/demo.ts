import { Command } from 'commander'
import type { DemoAccess } from '../../../demo/src/access.ts'
import { isSet, readEnvironment } from '../environment.ts'
import { makeLog } from '../http/operations/log.ts'
import { readPort } from './arguments.ts'
import { curlCreation } from './curl.ts'
import { acceptDatabaseOption } from './options.ts'
import { nameDatabase } from '../database/name-database.ts'
import { table, writeData, writeMessage } from './output.ts'
import { showProgress } from './progress.ts'
import { runUntilSignal } from './run-until-signal.ts'

interface DemoOptions {
  port?: number
  host?: string
  json?: true
  acceptThisDatabase?: true
}

export const demoCommand = new Command('demo')
  .description('run the server with two ready-made organizations to try it out')
  .option('--port <port>', 'port to listen on, 0 for a free one (PORT, else 8080 or a free one)', readPort)
  .option('--host <host>', 'address to listen on (HOST, else 127.0.0.1)')
  .addOption(acceptDatabaseOption())
  .option('--json', 'print only one line of JSON once the server is ready')
  .addHelpText(
    'after',
    `
The first start creates a chain of food stores with 200 incidents, and a hospital as a second organization. It uses the
same database as serve: DATABASE_URL, or an embedded PostgreSQL below DATA_DIR (./data). Later starts keep your changes.
A database with other organizations is rejected. The keys and the password are stored in DATA_DIR/demo.json.

Examples:
  tocsin demo
  DATA_DIR=/tmp/demo tocsin demo --port 0 --json`,
  )
  .action(async ({ port, host, json, acceptThisDatabase: acceptDatabase }: DemoOptions) => {
    // Import dynamically, so that commands that do not need these modules start faster.
    const { startService } = await import('../main.ts')
    const { prepareDemo } = await import('../../../demo/src/prepare.ts')
    const { rejectForeignDatabase } = await import('../../../demo/src/reject-foreign-database.ts')
    const { reservePort } = await import('../http/operations/reserve-port.ts')
    const environment = readEnvironment({ PORT: port, HOST: host }, { LOG_LEVEL: 'warn' })
    const log = makeLog(environment.LOG_LEVEL)
    const progress = showProgress('Preparing the demo')

    await runUntilSignal(log, environment.SHUTDOWN_DELAY_SECONDS, async () => {
      const reserved = await reservePort(environment.HOST, environment.PORT, port === undefined && !isSet('PORT'))
      progress.reach(0)
      let access: DemoAccess
      const service = await startService({ ...environment, PORT: reserved.port }, log, {
        acceptDatabase,
        inspect: (database) => rejectForeignDatabase(database, nameDatabase(environment)),
        async prepare(prepared) {
          access = await prepareDemo(prepared, environment, progress.reach)
        },
        beforeListening: reserved.release,
      }).finally(progress.stop)
      if (reserved.tookAnother) writeMessage(`Port ${environment.PORT} is taken; using another one.`)
      const url = environment.PUBLIC_URL ?? service.url
      writeData(json ? JSON.stringify(asDocument(url, access!)) : asText(url, access!))
      return service
    })
  })

const asDocument = (url: string, { email, password, ...keys }: DemoAccess) => ({
  baseUrl: `${url}/api/v1`,
  ...keys,
  consoleUrl: `${url}/`,
  email,
  password,
})

function asText(url: string, access: DemoAccess): string {
  const { baseUrl, apiKey, readOnlyApiKey, otherOrganizationApiKey, consoleUrl, email, password } = asDocument(
    url,
    access,
  )
  const rows = [
    ['Console', consoleUrl],
    ['Email', email],
    ['Password', password],
    ['Base URL', baseUrl],
    ['API key', apiKey],
    ['Read-only API key', readOnlyApiKey],
    ["The hospital's API key", otherOrganizationApiKey],
    ['Documentation', `${url}/docs`],
  ]
  return `
Tocsin is ready, with a chain of food stores and 200 incidents to try it on.

${table(rows)}

Report an incident:

${curlCreation(baseUrl, apiKey, 'Freezer 3 is getting warm')}

Ctrl+C stops it; the data stays.`
}
