import type { Database } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import type { MarkedStore } from './marked-store.ts'
import { replaceId } from './queries.ts'
import { raiseMark } from './raise-mark.ts'

/**
 * Makes a restored database an installation of its own, and copies its mark to the media store. With the id in the
 * backup, a server could start with the restored database and the files of the installation that was backed up. It
 * would remove those of the files that are newer than the backup.
 */
export async function markRestored(database: Database, store: MarkedStore, log: OperatorLog): Promise<void> {
  await replaceId(database)
  await raiseMark(database, store, log)
}
