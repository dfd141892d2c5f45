import type { Database } from '../../server/src/database/open.ts'
import { findForeign } from './queries.ts'

const namedMaximum = 3

/**
 * Rejects a database that has organizations other than the demo's: the demo would add organizations to it, and
 * organizations cannot be deleted.
 * @param databaseLabel text that names the database, for example `DATA_DIR=/srv/tocsin/data`.
 * @throws Error that names up to three of the other organizations.
 */
export async function rejectForeignDatabase(database: Database, databaseLabel: string): Promise<void> {
  const names = await findForeign(database)
  if (names.length === 0) return
  const others = names.length > namedMaximum ? ` and ${names.length - namedMaximum} more` : ''
  const named = names.slice(0, namedMaximum).map((name) => `"${name}"`)
  throw new Error(
    `The database of ${databaseLabel} has organizations that are not the demo's (${named.join(', ')}${others}), so nothing was ` +
      'written; give the demo a folder of its own, as in `DATA_DIR=./demo-data tocsin demo` without DATABASE_URL, or run ' +
      'this database with `tocsin serve`.',
  )
}
