import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase, type Database, type OpenDatabase } from './database/open.ts'
import type { OperatorLog } from './database/operator-log.ts'
import type { Environment } from './environment.ts'
import { watchConnections } from './http/operations/drain.ts'
import { addressOf } from './http/operations/reserve-port.ts'
import { localUrl } from './http/addresses/local-url.ts'
import { WaitNotice } from './wait-notice.ts'
import { nameDatabase } from './database/name-database.ts'
import { makeSetUpCode } from './identity/set-up/code.ts'
import { makeService, type Service } from './service.ts'

export interface RunningService {
  app: FastifyInstance
  service: Service
  database: OpenDatabase
  /** URL for callers on this machine, for example `http://127.0.0.1:8080`. */
  url: string
  /**
   * Serves on for SHUTDOWN_DELAY_SECONDS while `/readyz` answers 503, then waits up to 15 seconds for requests in
   * progress, and closes the server and the database.
   */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Runs before the database is migrated. An error that it throws ends the start. */
  inspect?: (database: Database) => Promise<void>
  /** Runs after the database is migrated, and before the server listens. */
  prepare?: (service: Service) => Promise<void>
  /** Runs just before the server listens. */
  beforeListening?: () => Promise<void>
}

/** Opens and migrates the database, then starts the HTTP server. */
export async function startService(
  environment: Environment,
  log: FastifyBaseLogger,
  { inspect, prepare, beforeListening }: StartOptions = {},
): Promise<RunningService> {
  const logToOperator: OperatorLog = (message, level) => log[level](message)
  const warn = (purpose: string) => log.warn(`waiting for the database of ${nameDatabase(environment)}${purpose}`)
  const opening = new WaitNotice(() => warn(''))
  const opened = await opening.watch(() =>
    openDatabase({
      databaseUrl: environment.DATABASE_URL,
      dataFolder: environment.DATA_DIR,
      connections: environment.DATABASE_CONNECTIONS,
      log: logToOperator,
    }),
  )
  try {
    const { database } = opened
    await inspect?.(database)
    const migrating = new WaitNotice(() => warn(' to be migrated, by this process or another one'))
    const ran = await migrating.watch(() => migrate(database, logToOperator))
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    const service = makeService(opened)
    await prepare?.(service)

    const app = await buildApp({ service, environment, log })
    const drainConnections = watchConnections(app.server)
    const setUpCode = await makeSetUpCode(database)
    await beforeListening?.()
    await app.listen({ port: environment.PORT, host: await addressOf(environment.HOST) })
    if (setUpCode !== undefined) {
      const setUpUrl = `${environment.PUBLIC_URL ?? localUrl(environment.HOST, portOf(app))}/set-up`
      log.warn({ setUpUrl, setUpCode }, 'there is no organization yet: open the set-up page and enter the code')
    }
    return {
      app,
      service,
      database: opened,
      url: localUrl(environment.HOST, portOf(app)),
      stop: () => stop(app, opened, drainConnections, environment.SHUTDOWN_DELAY_SECONDS * 1_000),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

const drainMaximumMs = 15_000

async function stop(
  app: FastifyInstance,
  database: OpenDatabase,
  drainConnections: () => Promise<void>,
  delayMs: number,
): Promise<void> {
  app.failReadiness()
  await delay(delayMs)
  await drainConnections()
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMaximumMs)
  await app.close()
  clearTimeout(timer)
  await database.close()
}
