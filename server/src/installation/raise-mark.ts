import type { Database } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import { originalErrorOf } from '../media/storage/original-error.ts'
import { nameStore, writeMark, type MarkedStore } from './marked-store.ts'
import { raiseStarts } from './queries.ts'

/**
 * Raises the number of starts in the database's mark, then copies this mark to the media store. After a crash between
 * these two steps, the media store has the lower number, which the next start accepts. If the mark in the store cannot
 * be read or written, the start continues with a warning, because incidents can be used without their files. A
 * read-only database also causes only a warning, because a standby can serve reads.
 */
export async function raiseMark(database: Database, store: MarkedStore, log: OperatorLog): Promise<void> {
  try {
    const mark = await raiseStarts(database, store.mark?.starts ?? 0)
    // Do not overwrite a mark that could not be read, because it may belong to another database.
    if (store.failure) throw store.failure
    await writeMark(store, mark)
  } catch (error) {
    log(
      `the mark of the installation in ${nameStore(store)} could not be checked or raised: ` +
        originalErrorOf(error).message,
      'warn',
    )
  }
}
