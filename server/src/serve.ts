import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase, type OpenDatabase } from './database/open.ts'
import type { Environment } from './environment.ts'

export interface RunningService {
  app: FastifyInstance
  database: OpenDatabase
  /** For example `http://127.0.0.1:8080`. */
  url: string
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>
}

/** Opens and migrates the database, then listens. */
export async function startService(environment: Environment, log: FastifyBaseLogger): Promise<RunningService> {
  const database = await openDatabase({
    databaseUrl: environment.DATABASE_URL,
    dataFolder: environment.DATA_DIR,
    connections: environment.DATABASE_CONNECTIONS,
    log: (message) => log.info(message),
  })
  const ran = await migrate(database.database)
  if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')

  const app = await buildApp({ database, log, environment })
  const url = await app.listen({ port: environment.PORT, host: environment.HOST })
  return {
    app,
    database,
    url,
    async stop() {
      await app.close()
      await database.close()
    },
  }
}
