import { openDatabase, type DatabaseOptions, type OpenDatabase } from '../database/open.ts'
import type { Environment } from '../environment.ts'
import { WrongSettings } from '../wrong-settings.ts'
import { identifyDatabase } from './queries.ts'

/**
 * Runs `work`, which needs a session of PostgreSQL, on connections that do not lead through a pooler. If the
 * connections of `opened` lead through a pooler, or if MIGRATION_DATABASE_URL is set, opens new connections for `work`.
 * @param opened database at DATABASE_URL.
 * @throws WrongSettings if the database can be reached only through a pooler, or if MIGRATION_DATABASE_URL leads to
 *   another database. In both cases, `work` has not run.
 */
export async function withDirectDatabase<Result>(
  opened: OpenDatabase,
  { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR }: Environment,
  options: Pick<DatabaseOptions, 'log' | 'wait'>,
  work: (direct: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  if (!opened.isPooled && MIGRATION_DATABASE_URL === undefined) return work(opened)
  const databaseUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL
  const direct = await openDatabase({
    ...options,
    databaseUrl,
    needsSession: true,
    connections: 2,
    dataFolder: DATA_DIR,
  })
  try {
    await rejectOtherDatabase(direct, opened)
    return await work(direct)
  } finally {
    await direct.close()
  }
}

async function rejectOtherDatabase(direct: OpenDatabase, opened: OpenDatabase): Promise<void> {
  if ((await identifyDatabase(direct.database)) === (await identifyDatabase(opened.database))) return
  throw new WrongSettings(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL, or to another server. Nothing was changed.',
  )
}
