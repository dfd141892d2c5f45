import { hash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { newId } from '../../src/database/new-id.ts'
import { openDatabase, type Database, type OpenDatabase } from '../../src/database/open.ts'
import { readEnvironment, type Environment } from '../../src/environment.ts'
import type { Mark } from '../../src/installation/marked-store.ts'
import { findMark } from '../../src/installation/queries.ts'
import { createIncident } from '../../src/incidents/create/create.ts'
import { openInstallation } from '../../src/installation/open.ts'
import { mediaKey, openStore } from '../../src/media/storage/storage.ts'
import { makeService } from '../../src/service.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import type { Bucket } from './bucket.ts'
import { cloneTemplate } from './template-database.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

/** Name of the file or object with the mark in the media store. */
export const markName = 'tocsin-installation.json'

/** A database and a media store in which a test starts servers. Both are deleted at the end of the test. */
export interface Installation {
  environment: Environment
  database: Database
  /** Opens the installation as a server does when it starts, and closes the installation again. */
  start(acceptDatabase?: boolean): Promise<void>
  /** Opens the media store of the installation with the embedded PostgreSQL instead of its database. */
  startEmbedded(): Promise<OpenDatabase>
  /** Opens the installation like `start`, stores a file of an incident, and closes the installation again. */
  use(): Promise<void>
  /** Reads the mark in the media store. */
  readMark(): Promise<Mark>
  markInDatabase(): Promise<Mark>
  /** Returns all files and objects, the names of the tables, and the mark in the database, to compare them later. */
  contents(): Promise<unknown>
}

/**
 * Makes an installation with a migrated database that no server has used yet.
 * @param s3 fake S3 server for the files, with its URL; by default the files are in the data folder.
 */
export async function newInstallation(s3?: { bucket: Bucket; url: string }): Promise<Installation> {
  const cloned = await cloneTemplate()
  const folder = await makeTemporaryFolder('installation')
  const environment = readEnvironment({
    PORT: 0,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: cloned.url,
    ...(s3 && { MEDIA_STORAGE: 's3', S3_BUCKET: 'files', S3_ENDPOINT: s3.url }),
    ...(s3 && { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }),
  })
  const opened = await openDatabase({ databaseUrl: cloned.url, dataFolder: folder, log: () => undefined })
  onTestFinished(async () => {
    await opened.close()
    await cloned.drop()
    await removeFolder(folder)
  })
  // Give the database a mark of its own, because all clones have the mark of the template.
  await sql`update installation set id = ${randomUUID()}`.execute(opened.database)

  const log = pino({ level: 'silent' })
  const run = (acceptDatabase = false) => openInstallation(environment, log, { acceptDatabase })
  const markFile = join(environment.DATA_DIR, 'media', markName)
  return {
    environment,
    database: opened.database,
    async start(acceptDatabase) {
      const started = await run(acceptDatabase)
      await started.close()
    },
    startEmbedded() {
      const { DATABASE_URL: _elsewhere, ...embedded } = environment
      return openInstallation(embedded, log)
    },
    async use() {
      const started = await run()
      await addFile(started, environment).finally(() => started.close())
    },
    readMark: async () =>
      JSON.parse(s3 ? String(s3.bucket.objects.get(markName)?.bytes) : await readFile(markFile, 'utf8')),
    markInDatabase: () => findMark(opened.database),
    contents: async () => ({
      files: await filesBelow(environment.DATA_DIR),
      objects: [...(s3?.bucket.objects ?? [])].map(([key, { bytes }]) => [key, String(bytes)]),
      database: await contentsOf(opened.database),
    }),
  }
}

/** Stores a file of an incident: its row in the database, and its contents in the media store. */
async function addFile(opened: OpenDatabase, environment: Environment): Promise<void> {
  const scope = await createOrganization(makeService(opened), 'Fairmark')
  const { organizationId, actorId } = scope
  const { id: incidentId } = await createIncident(scope, {
    clientRequestId: randomUUID(),
    name: 'Freezer above -15 °C',
  })
  const id = newId()
  const disk = await openStore(environment, 1_000)
  await disk.put(mediaKey(organizationId, id, 'file'), 'contents')
  await scope.database
    .insertInto('media')
    .values({
      organization_id: organizationId,
      id,
      incident_id: incidentId,
      file_name: 'note.txt',
      content_type: 'text/plain',
      size_bytes: 8,
      sha256: hash('sha256', 'contents', 'buffer'),
      has_thumbnail: false,
      created_by: actorId,
    })
    .execute()
}

async function filesBelow(folder: string): Promise<unknown> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path, entry.isFile() ? await readFile(path, 'utf8') : 'folder'] as const
  })
  return Object.fromEntries((await Promise.all(files)).toSorted())
}

async function contentsOf(database: Database): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by relname`.execute(database)
  const marks = tables.some(({ name }) => name === 'installation')
    ? await sql`select * from installation`.execute(database)
    : { rows: [] }
  return { tables, marks: marks.rows }
}

/** Empties the database, to simulate a new volume or a wrong DATABASE_URL. */
export const emptyDatabase = async (database: Database): Promise<void> => {
  await sql`drop schema public cascade`.execute(database)
  await sql`create schema public`.execute(database)
}

/** Empties the folder with the files, to simulate a missing mount. */
export async function emptyStore({ DATA_DIR }: Environment): Promise<void> {
  await rm(join(DATA_DIR, 'media'), { recursive: true })
  await mkdir(join(DATA_DIR, 'media'))
}
