import type { Database } from '../database/open.ts'
import { findContents, replaceId } from './queries.ts'

/**
 * Makes a restored database an installation of its own. Call this function in the transaction that restores the rows.
 * With the id in the backup, a server could start with the restored database and the files of the installation that was
 * backed up. It would remove those of the files that are newer than the backup.
 *
 * Does nothing in a database of an earlier version without the table of the mark. The migration that creates this table
 * also makes a new id.
 */
export async function renewId(database: Database): Promise<void> {
  if ((await findContents(database)).hasMark) await replaceId(database)
}
