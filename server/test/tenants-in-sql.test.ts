import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, newStaff, startTestServer } from './support/harness.ts'

const { database, newOrganization } = await startTestServer()

const foreignKeys = sql<{ name: string; from: string; to: string }>`
  select conname as name, "from".attname as from, confrelid::regclass || '.' || "to".attname as to
  from pg_constraint
    join pg_attribute as "from" on "from".attrelid = conrelid and "from".attnum = conkey[1]
    join pg_attribute as "to" on "to".attrelid = confrelid and "to".attnum = confkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace`

const isOrganization = (column: string): boolean => column === 'organizations.id' || column.endsWith('.organization_id')

test('the first column of every foreign key is the id of the organization', async () => {
  const { rows } = await foreignKeys.execute(database.database)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ from, to }) => from !== 'organization_id' || !isOrganization(to))).toEqual([])
})

const uniqueIndexes = sql<{ table: string; name: string; columns: string[] }>`
  select relname as table, indexrelid::regclass::text as name, array(
    select pg_get_indexdef(indexrelid, place, false) from generate_series(1, indnkeyatts) as place order by place
  ) as columns
  from pg_index join pg_class on pg_class.oid = indrelid
  where indisunique and relnamespace = 'public'::regnamespace`

/** Tables whose rows belong to no organization. */
const sharedTables = ['installation', 'kysely_migration', 'oldest_program', 'set_up_codes', 'sign_in_failures']

test('every primary key, unique constraint and unique index begins with the id of the organization', async () => {
  const { rows } = await uniqueIndexes.execute(database.database)
  const ofTenants = rows.filter(({ table }) => !sharedTables.includes(table))
  expect(ofTenants.length).toBeGreaterThan(25)
  const others = ofTenants.filter(({ table, columns }) => !isOrganization(`${table}.${columns[0]}`))
  expect(others).toEqual([])
})

test('every table has an organization_id, except `organizations` and the tables that all organizations share', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id'
    ) order by relname collate "C"`.execute(database.database)
  expect(rows.map(({ name }) => name)).toEqual([...sharedTables, 'organizations'].toSorted())
})

test('the database itself rejects a row that refers to a row of another organization', async () => {
  const [one, other] = await Promise.all([newOrganization(), newOrganization()])
  const { id } = await newIncident(one.call)
  const foreign = await newIncident(other.call)
  const { actorId } = await newStaff(other.scope)
  const comment = { relatedEntityId: id, message: 'Compressor restarted' }
  expect(await one.call('POST', '/comments/by-entity-type/incident', { body: comment })).toMatchObject({ status: 201 })
  const refer = (table: string, column: string, value: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
      where organization_id = ${one.scope.organizationId}`.execute(database.database)
  const references: [table: string, column: string, value: string][] = [
    ['incidents', 'state_id', foreign.stateId],
    ['incidents', 'assignee_id', actorId],
    ['incidents', 'created_by', foreign.createdBy],
    ['comments', 'related_entity_id', foreign.id],
    ['comments', 'created_by', foreign.createdBy],
  ]
  for (const [table, column, value] of references) {
    await expect(refer(table, column, value), `${table}.${column}`).rejects.toMatchObject({ code: '23503' })
  }
})
