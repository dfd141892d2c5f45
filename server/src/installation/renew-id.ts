import type { Database } from '../database/open.ts'
import { findContents, replaceId } from './queries.ts'

/**
 * Gives a restored database a new installation id. Call this function in the transaction that restores the rows. If the
 * restored database had the id from the backup, a server could start with this database and the files of the original
 * installation. The server would then remove the files that are newer than the backup.
 *
 * Does nothing in a database of an earlier version without the table of the mark. The migration that creates this table
 * also makes a new id.
 */
export async function renewId(database: Database): Promise<void> {
  if ((await findContents(database)).hasMark) await replaceId(database)
}
