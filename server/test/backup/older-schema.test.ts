import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOpenMigrations, migrate } from '../../src/database/migrate.ts'
import type { Environment } from '../../src/environment.ts'
import { findMark } from '../../src/installation/queries.ts'
import { backUpFrom, newPlace, openInstallation, restoreInto } from '../support/backup-places.ts'

const ignore = () => undefined

/** Makes an installation with one organization. The schema of its database lacks the newest migration. */
async function newOlderInstallation(): Promise<Environment> {
  const place = await newPlace({ isEmbedded: false })
  const { database } = await openInstallation(place)
  await migrate(database, ignore, (await findOpenMigrations(database)).slice(0, -1))
  await database.insertInto('organizations').values({ id: randomUUID(), name: 'Fairmark' }).execute()
  return place
}

test('a restored backup of a database with an older schema is migrated to the newest schema', async () => {
  const older = await newOlderInstallation()
  const place = await newPlace({ isEmbedded: false })
  await restoreInto(place, await backUpFrom(older))
  const { database } = await openInstallation(place)
  expect(await findOpenMigrations(database)).toEqual([])
  expect(await database.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'Fairmark' }])
  const { database: source } = await openInstallation(older)
  expect(await findOpenMigrations(source)).toHaveLength(1)
})

test('a restore accepts a database that has tables but no organization', async () => {
  const path = await backUpFrom(await newOlderInstallation())
  const place = await newPlace({ isEmbedded: false })
  const { database } = await openInstallation(place)
  await migrate(database, ignore, (await findOpenMigrations(database)).slice(0, 3))
  await restoreInto(place, path)
  expect(await database.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'Fairmark' }])
  await expect(restoreInto(place, path)).rejects.toThrow('The database is not empty')
})

test('a restore into a database whose schema is newer than the backup is rejected', async () => {
  const path = await backUpFrom(await newOlderInstallation())
  const place = await newPlace({ isEmbedded: false })
  const { database } = await openInstallation(place)
  await migrate(database, ignore)
  await expect(restoreInto(place, path)).rejects.toThrow('but a newer schema (')
})

test('if a migration fails after a restore has committed, the restored database has a new installation id', async () => {
  const older = await newOlderInstallation()
  const place = await newPlace({ isEmbedded: false })
  const { database } = await openInstallation(place)
  const migrations = await findOpenMigrations(database)
  await migrate(database, ignore, migrations.slice(0, -1))
  await sql`alter table kysely_migration add check (name <> ${sql.lit(migrations.at(-1))})`.execute(database)
  await expect(restoreInto(place, await backUpFrom(older))).rejects.toThrow('violates check constraint')
  expect(await database.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'Fairmark' }])
  const { database: source } = await openInstallation(older)
  expect((await findMark(database)).id).not.toBe((await findMark(source)).id)
})
