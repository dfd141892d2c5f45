import type { Database } from '../database/open.ts'
import { findContents, replaceId } from './queries.ts'

/**
 * Gives a restored database a new installation id. Call this function in the transaction that restores the rows. With
 * the id in the backup, a server could start with the restored database and the files of the original installation, and
 * would remove the files that are newer than the backup.
 *
 * Does nothing in a database of an earlier version without the table of the mark. The migration that creates this table
 * also makes a new id.
 */
export async function renewId(database: Database): Promise<void> {
  if ((await findContents(database)).hasMark) await replaceId(database)
}
