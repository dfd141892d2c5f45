import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { afterAll } from 'vitest'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { cloneTemplate } from './template-database.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Creates a database for one spec file with the schema of an older program, and drops it after the last test.
 * @param next first migration that the older program does not have, such as `0011`.
 * @param fill inserts the rows of the older program.
 * @returns the connection URL, and the result of `fill`. A server that is started with the URL runs the later
 *   migrations.
 */
export async function olderDatabase<Filled>(
  next: string,
  fill: (database: Database) => Promise<Filled>,
): Promise<{ databaseUrl: string; filled: Filled }> {
  const { url, drop } = await cloneTemplate()
  afterAll(drop)
  const { database, close } = await openDatabase({ databaseUrl: url, dataFolder: '', log: () => undefined })
  try {
    await sql`drop schema public cascade`.execute(database)
    await sql`create schema public`.execute(database)
    const { error } = await new Migrator({ db: database, provider: migrationsBefore(next) }).migrateToLatest()
    if (error) throw error
    return { databaseUrl: url, filled: await fill(database) }
  } finally {
    await close()
  }
}

/** Organization of an older program, with the ids that its incidents need. */
export interface OlderOrganization {
  organizationId: string
  actorId: string
  stateId: string
}

/** Inserts an organization with its External API auditor, one workflow state and its first configuration. */
export async function insertOrganization(database: Database): Promise<OlderOrganization> {
  const [organizationId, actorId, stateId] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into organizations (id, name) values (${organizationId}, 'Older')`.execute(database)
  await sql`
    insert into users (organization_id, id, kind, name)
    values (${organizationId}, ${actorId}, 'external_api_auditor', 'External API auditor')`.execute(database)
  await sql`
    insert into workflow_states (organization_id, id, name, position, is_initial)
    values (${organizationId}, ${stateId}, 'Open', 0, true)`.execute(database)
  await sql`
    insert into creation_configurations (organization_id, revision, content) values (${organizationId}, 1, '{}')
  `.execute(database)
  return { organizationId, actorId, stateId }
}

/** Inserts incidents without their events. @returns the ids of the incidents. */
export async function insertIncidents(
  database: Database,
  { organizationId, actorId, stateId }: OlderOrganization,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into incidents (
      organization_id, id, client_request_id, request_sha256, priority, state_id, occurred_at, tags, search_text,
      creation_config_version, created_by
    )
    select ${organizationId}, gen_random_uuid(), gen_random_uuid(), '', 'NORMAL', ${stateId}, now(), '{}', '', 1, ${actorId}
    from generate_series(1, ${sql.lit(count)})
    returning id`.execute(database)
  return rows.map(({ id }) => id)
}

const migrationsBefore = (next: string) => ({
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(folder)).filter((file) => file < next)
    const migrations = files.map(async (file): Promise<[string, Migration]> => {
      const step = sql.raw(await readFile(new URL(file, folder), 'utf8'))
      return [file.replace('.sql', ''), { up: async (database) => void (await step.execute(database)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
})
