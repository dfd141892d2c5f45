import type { Database } from '../database/open.ts'
import { WrongSettings } from '../wrong-settings.ts'
import { identifyDatabase } from './queries.ts'

/**
 * Rejects a MIGRATION_DATABASE_URL that leads to another database than DATABASE_URL. Changes nothing.
 * @param direct database at MIGRATION_DATABASE_URL.
 * @param database database at DATABASE_URL.
 * @throws WrongSettings
 */
export async function rejectOtherDatabase(direct: Database, database: Database): Promise<void> {
  if ((await identifyDatabase(direct)) === (await identifyDatabase(database))) return
  throw new WrongSettings(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL, or to another server. Nothing was changed.',
  )
}
