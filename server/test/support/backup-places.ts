import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { backUp } from '../../src/backup/back-up.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { verifyBackupFile } from '../../src/backup/verify-file.ts'
import { findTables } from '../../src/database/copying/tables.ts'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { readEnvironment, type Environment } from '../../src/environment.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { makeService } from '../../src/service.ts'
import { createEmptyDatabase } from './template-database.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

const untilEnd = { signal: new AbortController().signal, advance: () => undefined, log: () => undefined }

/** Opens the installation of an environment, and closes the installation at the end of the test. */
export async function openInstallation(environment: Environment) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = environment
  const opened = await openDatabase({ databaseUrl, dataFolder, log: () => undefined, connections: 2 })
  onTestFinished(() => opened.close())
  return { ...opened, service: makeService(opened) }
}

/**
 * Returns settings with a new data folder and, unless PostgreSQL is embedded, with a new empty database. Deletes both
 * at the end of the test.
 */
export async function newPlace({
  isEmbedded,
  ...overrides
}: Partial<Environment> & { isEmbedded: boolean }): Promise<Environment> {
  const folder = await makeTemporaryFolder('restored')
  onTestFinished(() => removeFolder(folder))
  const created = isEmbedded ? undefined : await createEmptyDatabase()
  if (created) onTestFinished(created.drop)
  return readEnvironment({
    PORT: 0,
    DATA_DIR: join(folder, 'data'),
    ...(created && { DATABASE_URL: created.url }),
    ...overrides,
  })
}

/** Makes a path for a backup, and deletes its folder at the end of the test. */
async function newBackupPath(): Promise<string> {
  const folder = await makeTemporaryFolder('backup')
  onTestFinished(() => removeFolder(folder))
  return join(folder, 'a.backup')
}

/** Backs up the installation of an environment to a new file. */
export async function backUpFrom(environment: Environment, passphrase?: string): Promise<string> {
  const path = await newBackupPath()
  const { service } = await openInstallation(environment)
  const storage = await openMediaStorage(environment)
  await backUp({ service, storage, secrets: {} }, path, { ...untilEnd, passphrase })
  return path
}

export async function restoreInto(environment: Environment, path: string, passphrase?: string): Promise<void> {
  const backup = await verifyBackupFile(path, { ...untilEnd, passphrase })
  const { pool } = await openInstallation(environment)
  await restoreBackup(backup, pool, () => openMediaStorage(environment), untilEnd)
}

/**
 * Returns the number of rows and a digest of each table. Leaves out the values that every restore changes: the epochs
 * of feeds, the pauses and leases of webhook endpoints, and the id of the installation.
 */
export async function digestTables(database: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const { name } of await findTables(database)) {
    const { rows } = await sql<{ count: number; digest: string }>`
      select count(*) as count, coalesce(md5(string_agg(line, '' order by line)), '') as digest from (
        select (to_jsonb(copied) - ${ignoredColumnsOf(name)}::text[])::text as line from ${sql.table(name)} as copied
      ) as lines`.execute(database)
    digests[name] = `${rows[0]!.count} ${rows[0]!.digest}`
  }
  return digests
}

const ignoredColumnsOf = (table: string): string[] =>
  table === 'installation' ? ['id'] : ['epoch', 'paused_at', 'pause_reason', 'lease_id', 'leased_until']

/** Returns the SHA-256 of each file of an organization in the media folder, keyed by its path. */
export async function digestFiles({ DATA_DIR }: Environment): Promise<Record<string, string>> {
  const folder = join(DATA_DIR, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath !== folder)
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const digests = await Promise.all(
    paths.toSorted().map(async (path) => [path.slice(folder.length), digestOf(await readFile(path))] as const),
  )
  return Object.fromEntries(digests)
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
