import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the migrated database that each spec file clones. */
    templateUrl: string
  }
}

/**
 * Prepares one migrated database as a template for all spec files of a project, because cloning the template takes a
 * tenth of the time of starting a PostgreSQL. The template is in the PostgreSQL of DATABASE_URL. Without DATABASE_URL,
 * this function starts an embedded PostgreSQL.
 * @returns a function that drops the template and stops the embedded PostgreSQL.
 */
export default async function prepareTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTemporaryFolder('template')
  const given = process.env.DATABASE_URL
  const embedded = given ? undefined : await startEmbeddedPostgres(join(folder, 'data'), () => undefined)
  const adminUrl = given ?? addressOf(embedded!.connection)
  const name = `tocsin_template_${randomUUID()}`
  await execute(adminUrl, `create database "${name}"`)
  const templateUrl = withName(adminUrl, name)
  const template = await openDatabase({ databaseUrl: templateUrl, dataFolder: folder, log: () => undefined })
  await migrate(template.database, () => undefined)
  await template.close()
  project.provide('templateUrl', templateUrl)
  return async () => {
    await execute(adminUrl, `drop database "${name}"`)
    await embedded?.release()
    await removeFolder(folder)
  }
}

interface ClonedDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a separate database for one spec file, as a clone of the template. */
export async function cloneTemplate(): Promise<ClonedDatabase> {
  const templateUrl = inject('templateUrl')
  const adminUrl = withName(templateUrl, 'postgres')
  const name = `tocsin_${randomUUID()}`
  await execute(adminUrl, `create database "${name}" template "${new URL(templateUrl).pathname.slice(1)}"`)
  return { url: withName(templateUrl, name), drop: () => execute(adminUrl, `drop database "${name}" with (force)`) }
}

/**
 * Creates a separate database without tables.
 * @param encoding encoding of the database; by default that of the cluster.
 */
export async function createEmptyDatabase(encoding?: string): Promise<ClonedDatabase> {
  const adminUrl = withName(inject('templateUrl'), 'postgres')
  const name = `tocsin_${randomUUID()}`
  // The locale C accepts every encoding.
  const options = encoding === undefined ? '' : `encoding '${encoding}' locale_provider libc locale 'C'`
  await execute(adminUrl, `create database "${name}" template template0 ${options}`)
  return { url: withName(adminUrl, name), drop: () => execute(adminUrl, `drop database "${name}" with (force)`) }
}

function addressOf({ host, user, password }: pg.ClientConfig): string {
  return `postgres://${user}:${String(password)}@localhost/postgres?host=${encodeURIComponent(host!)}`
}

function withName(url: string, name: string): string {
  const named = new URL(url)
  named.pathname = `/${name}`
  return named.href
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
