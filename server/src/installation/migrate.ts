import { findOpenMigrations, migrate } from '../database/migrate.ts'
import { openDatabase, type OpenDatabase } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import type { Environment } from '../environment.ts'
import { rejectOtherDatabase } from './reject-other-database.ts'

/**
 * Runs the pending migrations of the opened database, over a connection to MIGRATION_DATABASE_URL if that setting
 * exists.
 * @throws WrongSettings when migrations are pending but the database can be reached only through a connection pooler,
 *   or when MIGRATION_DATABASE_URL leads to another database. In both cases, no migration has run.
 */
export async function migrateInstallation(
  { database, isPooled }: Pick<OpenDatabase, 'database' | 'isPooled'>,
  { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR }: Environment,
  log: OperatorLog,
): Promise<string[]> {
  if (!isPooled && MIGRATION_DATABASE_URL === undefined) return migrate(database, log)
  if ((await findOpenMigrations(database)).length === 0) return []
  const databaseUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL
  const direct = await openDatabase({ databaseUrl, needsSession: true, connections: 1, dataFolder: DATA_DIR, log })
  try {
    await rejectOtherDatabase(direct.database, database)
    return await migrate(direct.database, log)
  } finally {
    await direct.close()
  }
}
