import { findOpenMigrations, migrate } from '../database/migrate.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import type { Environment } from '../environment.ts'
import { withDirectDatabase } from './with-direct-database.ts'

/**
 * Runs the pending migrations of the opened database, over a connection to MIGRATION_DATABASE_URL if that setting
 * exists.
 * @throws WrongSettings for the reasons of `withDirectDatabase`, but only if migrations are pending. No migration has
 *   run then.
 */
export async function migrateInstallation(
  opened: OpenDatabase,
  environment: Environment,
  log: OperatorLog,
): Promise<string[]> {
  if ((await findOpenMigrations(opened.database)).length === 0) return []
  return withDirectDatabase(opened, environment, { log }, ({ database }) => migrate(database, log))
}
