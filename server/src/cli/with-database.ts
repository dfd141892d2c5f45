import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findOpenMigrations } from '../database/migrate.ts'
import { openDatabase, type Database, type OpenDatabase } from '../database/open.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { withDirectDatabase } from '../installation/with-direct-database.ts'
import { WaitNotice } from '../wait-notice.ts'
import { nameDatabase } from '../database/name-database.ts'
import { listOrganizations } from '../organizations/list.ts'
import { operatorScope } from '../organizations/queries.ts'
import type { OrganizationScope } from '../scope.ts'
import { makeService, type Service } from '../service.ts'
import { announceWait } from './announce-wait.ts'
import { WrongUsage } from './failure.ts'
import { endAfterWork } from './interruption.ts'
import type { OrganizationOptions } from './options.ts'
import { writeMessage } from './output.ts'

/**
 * Opens the database that the environment names, and runs one command on it. Without DATABASE_URL, starts the embedded
 * PostgreSQL, or connects to it if it already runs.
 * @throws Error when the database is missing or does not have the schema of this version.
 */
export const withDatabase = <Result>(work: DatabaseWork<Result>): Promise<Result> =>
  withAnyDatabase(ifMigrated(work), rejectEmptyFolder)

/**
 * Runs one command like `withDatabase`, but connects to MIGRATION_DATABASE_URL if it is set.
 * @throws WrongSettings when the database can be reached only through a pooler, or MIGRATION_DATABASE_URL leads to
 *   another database than DATABASE_URL.
 */
export const withSession = <Result>(work: DatabaseWork<Result>): Promise<Result> =>
  withAnyDatabase(ifMigrated(work), rejectEmptyFolder, true)

type DatabaseWork<Result> = (service: Service, environment: Environment) => Promise<Result>

const ifMigrated =
  <Result>(work: DatabaseWork<Result>): DatabaseWork<Result> =>
  async (service, environment) => {
    if ((await findOpenMigrations(service.database)).length === 0) return work(service, environment)
    throw new Error(
      `The database of ${nameDatabase(environment)} does not have the schema of this version; run \`tocsin migrate\` first.`,
    )
  }

/**
 * Runs one command like `withDatabase`, but first creates a missing embedded database and migrates the schema. Like the
 * start of a server, rejects a database that does not belong to the media store. Accepts an empty media store, because
 * the machine that migrates may not have the files.
 */
export async function withMigratedDatabase<Result>(
  work: (service: Service, migrations: string[]) => Promise<Result>,
): Promise<Result> {
  // Import dynamically, so that commands that need no media store start faster.
  const { readMarkedStore } = await import('../installation/marked-store.ts')
  const { rejectForeignTables, rejectMissingCluster, rejectWrongDatabase } = await import('../installation/reject.ts')
  const { migrateInstallation } = await import('../installation/migrate.ts')
  const store = await readMarkedStore(readEnvironment())
  return withAnyDatabase(
    async (service, environment, opened) => {
      await rejectForeignTables(service.database, store)
      await rejectWrongDatabase(service.database, store)
      return work(service, await migrateInstallation(opened, environment, writeMessage))
    },
    () => rejectMissingCluster(store),
  )
}

/**
 * Runs one command on a database that may be new. Connects to MIGRATION_DATABASE_URL if it is set. Creates a missing
 * embedded database, but migrates nothing.
 * @throws WrongSettings when the database can be reached only through a pooler, or MIGRATION_DATABASE_URL leads to
 *   another database than DATABASE_URL.
 */
export const withNewDatabase = <Result>(work: DatabaseWork<Result>): Promise<Result> =>
  withAnyDatabase(work, undefined, true)

async function withAnyDatabase<Result>(
  work: (service: Service, environment: Environment, opened: OpenDatabase) => Promise<Result>,
  check: (environment: Environment) => Promise<void> = async () => undefined,
  needsSession = false,
): Promise<Result> {
  const environment = readEnvironment()
  await check(environment)
  endAfterWork()
  const wait = new WaitNotice(() => announceWait(`the database of ${nameDatabase(environment)}`))
  const opened = await wait.watch(() =>
    openDatabase({
      databaseUrl: environment.DATABASE_URL,
      dataFolder: environment.DATA_DIR,
      connections: 2,
      log: writeMessage,
      wait,
    }),
  )
  try {
    const run = (database: OpenDatabase) => work(makeService(database), environment, database)
    if (!needsSession) return await run(opened)
    return await withDirectDatabase(opened, environment, { log: writeMessage, wait }, run)
  } finally {
    await opened.close()
  }
}

/** Rejects a DATA_DIR without a database, so that a mistyped path does not create a new database. */
async function rejectEmptyFolder({ DATABASE_URL, DATA_DIR }: Environment): Promise<void> {
  if (DATABASE_URL || (await lstat(join(DATA_DIR, 'postgresql')).catch(() => undefined))) return
  throw new Error(
    `There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL, or create one with \`tocsin organizations create\`.`,
  )
}

/**
 * Runs one command on the organization that `--organization` names. Without this option, uses the only organization in
 * the database. The operator is the acting user.
 */
export const inOrganization = <Result>(
  { organization }: OrganizationOptions,
  work: (scope: OrganizationScope, environment: Environment) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (service, environment) => {
    const { id } = await chooseOrganization(service.database, organization, nameDatabase(environment))
    return work((await operatorScope(service, id))!, environment)
  })

async function chooseOrganization(database: Database, wanted: string | undefined, databaseLabel: string) {
  const all = await listOrganizations(database)
  const matching =
    wanted === undefined ? all : all.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted)
  const [only, another] = matching
  if (only && !another) return only
  if (all.length === 0) {
    throw new Error(
      `The database of ${databaseLabel} has no organization yet; create one with \`tocsin organizations create\`.`,
    )
  }
  const choices = (matching.length > 0 ? matching : all).map(({ id, name }) => `\n  ${id}  ${name}`).join('')
  if (wanted === undefined) throw new WrongUsage(`Choose an organization with --organization:${choices}`)
  if (only) throw new WrongUsage(`Several organizations are called "${wanted}"; choose one by its id:${choices}`)
  throw new Error(`The database of ${databaseLabel} has no organization "${wanted}"; it has:${choices}`)
}
