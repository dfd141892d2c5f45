import { Command } from 'commander'
import { readEnvironment } from '../environment.ts'
import { makeLog } from '../http/log.ts'
import { startService } from '../serve.ts'

export const serveCommand = new Command('serve')
  .description('run the server until it is told to stop')
  .option('--port <port>', 'port to listen on, 0 for a free one (PORT)')
  .action(async ({ port }: { port?: string }) => {
    const environment = readEnvironment(port === undefined ? {} : { PORT: Number(port) })
    const log = makeLog(environment.LOG_LEVEL)
    const service = await startService(environment, log)
    log.info({ url: service.url }, 'ready')
  })
