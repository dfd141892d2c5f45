import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { printSchema } from '../generated/schema.ts'
import { startTestServer } from './support/harness.ts'

const { database } = (await startTestServer()).database

const schema = await printSchema(database)

async function schemaAfter(change: string): Promise<string> {
  const transaction = await database.startTransaction().execute()
  try {
    await sql.raw(change).execute(transaction)
    return await printSchema(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

test.each([
  'create extension pg_trgm;',
  'response text not null generated always as (incident_response(id, ',
  ') stored,',
  'CREATE STATISTICS public.incidents_of_point (dependencies) ON organization_id, location_id, point_id FROM incidents;',
  ') with (autovacuum_vacuum_insert_scale_factor=0.01, ',
  'CREATE TRIGGER events_of_previous_version BEFORE INSERT OR UPDATE ON public.events ',
])('the schema that is printed from the database contains %s', (text) => {
  expect(schema).toContain(text)
})

test.each([
  ['the body of a function', `replace(pg_get_functiondef('incident_response'::regproc), '"typeId"', '"type"')`],
  ['a statistic', `'drop statistics incidents_of_point'`],
  ['a trigger', `'drop trigger events_of_previous_version on events'`],
])('the schema that is printed from the database changes if a migration changes %s', async (_, statement) => {
  const changed = await schemaAfter(`do $$ begin execute ${statement}; end $$`)
  expect(changed).not.toBe(schema)
  expect(await printSchema(database)).toBe(schema)
})
