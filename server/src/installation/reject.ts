import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findAnyTable } from '../database/copying/tables.ts'
import { nameDatabase } from '../database/name-database.ts'
import type { Database } from '../database/open.ts'
import { WrongSettings } from '../wrong-settings.ts'
import { mediaKey } from '../media/storage/storage.ts'
import { nameStore, type MarkedStore } from './marked-store.ts'
import { findContents, findMark, findSomeMedia } from './queries.ts'

/**
 * Prevents a server from creating a new embedded database if the media store has the mark of another database or cannot
 * be read. Call this function before the database is opened, because opening creates a missing database.
 * @throws WrongSettings
 */
export async function rejectMissingCluster(store: MarkedStore): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = store.environment
  if (DATABASE_URL !== undefined) return
  if (await lstat(join(DATA_DIR, 'postgresql')).catch(() => undefined)) return
  rejectEmptyDatabase(store)
}

/**
 * Rejects a database with the tables of another program, even with `--accept-this-database`, because migrations would
 * change the database. Changes nothing.
 * @throws WrongSettings
 */
export async function rejectForeignTables(database: Database, { environment }: MarkedStore): Promise<void> {
  if ((await findAnyTable(database)) === undefined) return
  // Look for the table of migrations last. A server that creates the tables at this moment creates this table first.
  const { isMigrated } = await findContents(database)
  if (isMigrated) return
  throw new WrongSettings(
    `The database of ${nameDatabase(environment)} has tables of another program. Nothing was changed. ` +
      'Check DATABASE_URL: Tocsin needs a database of its own.',
  )
}

/**
 * Rejects a database that does not belong to the media store: an empty database, a database that is older than the
 * store, or the database of another installation. Changes nothing.
 * @throws WrongSettings
 */
export async function rejectWrongDatabase(database: Database, store: MarkedStore): Promise<void> {
  const { isMigrated, hasMark } = await findContents(database)
  if (!isMigrated) return rejectEmptyDatabase(store)
  if (!store.mark) return
  const mark = hasMark ? await findMark(database) : { id: store.mark.id, starts: 0 }
  if (mark.id !== store.mark.id) {
    throw reject(store, `belongs to another installation than ${nameStore(store)}. Check ${settingsOf(store)}.`)
  }
  if (mark.starts < store.mark.starts) {
    throw reject(
      store,
      `is older than ${nameStore(store)}: the database has seen ${mark.starts} starts of a server, and the files ` +
        `${store.mark.starts}. Restore a newer backup of the database.`,
    )
  }
}

/**
 * Rejects a media store that seems to have lost its contents: it has no mark of an installation, and none of the files
 * that the database lists. Looks for up to ten of these files. Changes nothing.
 * @throws WrongSettings
 */
export async function rejectEmptyStore(database: Database, store: MarkedStore): Promise<void> {
  if (store.mark || store.failure || !(await findContents(database)).hasMedia) return
  const some = await findSomeMedia(database)
  for (const { organizationId, id } of some) {
    if (await store.disk.exists(mediaKey(organizationId, id, 'file'))) return
  }
  if (some.length > 0) {
    throw reject(
      store,
      `has files that are missing in ${nameStore(store)}. Check ${settingsOf(store)}, or restore the files from a backup.`,
    )
  }
}

function rejectEmptyDatabase(store: MarkedStore): void {
  if (store.failure) {
    throw new WrongSettings(
      `${nameStore(store).replace(/^t/, 'T')} cannot be read: ${store.failure.message}. It must be readable before a ` +
        `new database is made. Check ${settingsOf(store)}.`,
    )
  }
  if (!store.mark) return
  throw reject(
    store,
    `is empty, but ${nameStore(store)} belongs to a database that was in use. Check ${settingsOf(store)}, or restore ` +
      'a backup of the database.',
  )
}

const reject = ({ environment }: MarkedStore, sentence: string): WrongSettings =>
  new WrongSettings(
    `The database of ${nameDatabase(environment)} ${sentence} Nothing was changed. ` +
      'To use this database all the same, start the server once with --accept-this-database. Stored files that it does ' +
      'not know are then removed, so copy them first.',
  )

const settingsOf = ({ environment: { MEDIA_STORAGE } }: MarkedStore): string =>
  MEDIA_STORAGE === 's3' ? 'DATABASE_URL, DATA_DIR and S3_BUCKET' : 'DATABASE_URL and DATA_DIR'
