import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase, type Database, type OpenDatabase } from './database/open.ts'
import type { OperatorLog } from './database/operator-log.ts'
import type { Environment } from './environment.ts'
import { watchConnections } from './http/drain.ts'
import { localUrl } from './http/local-url.ts'

export interface RunningService {
  app: FastifyInstance
  database: OpenDatabase
  /** Where callers on this machine reach it, for example `http://127.0.0.1:8080`. */
  url: string
  tookAnotherPort: boolean
  /** Finishes what is under way, for at most 15 seconds, then closes everything. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Runs once the database is migrated, before anything is served. */
  prepare?: (database: Database) => Promise<void>
  /** Whether a free port will do when the wanted one is taken. */
  mayTakeAnotherPort?: boolean
}

/** Opens and migrates the database, then listens. */
export async function startService(
  environment: Environment,
  log: FastifyBaseLogger,
  { prepare, mayTakeAnotherPort = false }: StartOptions = {},
): Promise<RunningService> {
  const tell: OperatorLog = (message, level) => log[level](message)
  const opened = await openDatabase({
    databaseUrl: environment.DATABASE_URL,
    dataFolder: environment.DATA_DIR,
    connections: environment.DATABASE_CONNECTIONS,
    log: tell,
  })
  try {
    const { database, pool } = opened
    const ran = await migrate(database, tell)
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    await prepare?.(database)

    const app = await buildApp({ database, pool, environment, log })
    const endIdleConnections = watchConnections(app.server)
    const tookAnotherPort = await listen(app, environment, mayTakeAnotherPort)
    return {
      app,
      database: opened,
      url: localUrl(environment.HOST, portOf(app)),
      tookAnotherPort,
      stop: () => stop(app, opened, endIdleConnections),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** @returns whether the wanted port was taken and another one had to do. */
async function listen(
  app: FastifyInstance,
  { PORT, HOST }: Environment,
  mayTakeAnotherPort: boolean,
): Promise<boolean> {
  // For `localhost` the framework would open a second server, on which nothing watches the connections.
  const { address: host } = await lookup(HOST, { family: HOST === 'localhost' ? 4 : 0 }).catch((error: Error) => {
    throw new Error(`HOST is not the name of an address: ${error.message}.`, { cause: error })
  })
  try {
    await app.listen({ port: PORT, host })
    return false
  } catch (error) {
    if (!mayTakeAnotherPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await app.listen({ port: 0, host })
    return true
  }
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

const drainMaximumMs = 15_000

async function stop(app: FastifyInstance, database: OpenDatabase, endIdleConnections: () => void): Promise<void> {
  endIdleConnections()
  const overdue = setTimeout(() => app.server.closeAllConnections(), drainMaximumMs)
  await app.close()
  clearTimeout(overdue)
  await database.close()
}
