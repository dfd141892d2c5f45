import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { OpenDatabase } from './database/open.ts'
import type { Environment } from './environment.ts'
import { watchConnections } from './http/operations/drain.ts'
import { addressOf } from './http/operations/reserve-port.ts'
import { localUrl } from './http/addresses/local-url.ts'
import { makeSetUpCode } from './identity/set-up/code.ts'
import { openInstallation, type OpenOptions } from './installation/open.ts'
import { makeService, type Service } from './service.ts'

export interface RunningService {
  app: FastifyInstance
  service: Service
  database: OpenDatabase
  /** URL for callers on this machine, for example `http://127.0.0.1:8080`. */
  url: string
  /**
   * Stops the server. For SHUTDOWN_DELAY_SECONDS, still serves requests while `/readyz` answers 503. Then waits up to
   * 15 seconds for requests in progress, and closes the server and the database.
   */
  stop(): Promise<void>
}

export interface StartOptions extends OpenOptions {
  /** Runs after the database is migrated, and before the server listens. */
  prepare?: (service: Service) => Promise<void>
  /** Runs just before the server listens. */
  beforeListening?: () => Promise<void>
}

/**
 * Opens and migrates the database, then starts the HTTP server.
 * @throws WrongSettings, before any change, when the database and the media store do not belong together.
 */
export async function startService(
  environment: Environment,
  log: FastifyBaseLogger,
  { acceptDatabase, inspect, prepare, beforeListening }: StartOptions = {},
): Promise<RunningService> {
  const opened = await openInstallation(environment, log, { acceptDatabase, inspect })
  try {
    const service = makeService(opened)
    await prepare?.(service)

    const app = await buildApp({ service, environment, log })
    const drainConnections = watchConnections(app.server)
    const setUpCode = await makeSetUpCode(opened.database)
    await beforeListening?.()
    await app.listen({ port: environment.PORT, host: await addressOf(environment.HOST) })
    const url = localUrl(environment.HOST, portOf(app))
    if (setUpCode !== undefined) {
      const setUpUrl = `${environment.PUBLIC_URL ?? url}/set-up#${setUpCode}`
      log.warn({ setUpUrl, setUpCode }, 'there is no organization yet: open the set-up page')
    }
    return {
      app,
      service,
      database: opened,
      url,
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
  // Skip a delay of 0: a response sent during the `await` would not ask its client to close the connection.
  if (delayMs > 0) await delay(delayMs)
  await drainConnections()
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMaximumMs)
  await app.close()
  clearTimeout(timer)
  await database.close()
}
