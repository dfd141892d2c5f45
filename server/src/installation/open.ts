import type { FastifyBaseLogger } from 'fastify'
import { nameDatabase } from '../database/name-database.ts'
import { openDatabase, type Database, type OpenDatabase } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import type { Environment } from '../environment.ts'
import { WaitNotice } from '../wait-notice.ts'
import { readMarkedStore } from './marked-store.ts'
import { migrateInstallation } from './migrate.ts'
import { raiseMark } from './raise-mark.ts'
import { rejectEmptyStore, rejectForeignTables, rejectMissingCluster, rejectWrongDatabase } from './reject.ts'

export interface OpenOptions {
  /**
   * True to open the database even if it does not belong to the media store. The store then gets the mark of this
   * database.
   */
  acceptDatabase?: boolean | undefined
  /** Function that runs before the database is migrated. If it throws an error, the server does not start. */
  inspect?: ((database: Database) => Promise<void>) | undefined
}

/**
 * Opens and migrates the database when a server starts, and raises the number of starts in the database and in the
 * media store.
 * @throws WrongSettings when the database and the media store do not belong together. Nothing is changed then.
 */
export async function openInstallation(
  environment: Environment,
  log: FastifyBaseLogger,
  { acceptDatabase, inspect }: OpenOptions = {},
): Promise<OpenDatabase> {
  const logToOperator: OperatorLog = (message, level) => log[level](message)
  const waiting = (purpose: string) =>
    new WaitNotice(() => log.warn(`waiting for the database of ${nameDatabase(environment)}${purpose}`))
  const store = await readMarkedStore(environment)
  if (!acceptDatabase) await rejectMissingCluster(store)
  const opened = await waiting('').watch(() =>
    openDatabase({
      databaseUrl: environment.DATABASE_URL,
      dataFolder: environment.DATA_DIR,
      connections: environment.DATABASE_CONNECTIONS,
      log: logToOperator,
    }),
  )
  try {
    const { database, isPooled } = opened
    if (isPooled) log.info('DATABASE_URL leads to a pooler, so statements are not prepared')
    await rejectForeignTables(database, store)
    if (!acceptDatabase) {
      await rejectWrongDatabase(database, store)
      await rejectEmptyStore(database, store)
    }
    await inspect?.(database)
    const migrating = waiting(' to be migrated, by this process or another one')
    const ran = await migrating.watch(() => migrateInstallation(opened, environment, logToOperator))
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    await raiseMark(database, store, logToOperator)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
