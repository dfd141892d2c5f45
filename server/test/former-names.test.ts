import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { namesOf } from '../src/incidents/history/names.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { startTestServer } from './support/harness.ts'
import { spyOnStatements } from './support/spy-on-statements.ts'

const server = await startTestServer()
const statements = spyOnStatements()

/** Inserts a revision with types. `names` maps the id of each type to its name. */
const insertRevision = (scope: OrganizationScope, revision: number, names: Record<string, string>) => {
  const types = Object.entries(names).map(([id, name]) => ({ id, name }))
  return sql`
    insert into creation_configurations (organization_id, revision, content)
    select organization_id, ${revision}::int, content || jsonb_build_object('types', ${JSON.stringify(types)}::jsonb)
    from creation_configurations where organization_id = ${scope.organizationId} and revision = 1`.execute(
    scope.database,
  )
}

test('the name of a removed type comes from the newest revision that contains the type, and is cached', async () => {
  const { scope } = await server.newOrganization()
  const [recent, early] = [randomUUID(), randomUUID()]
  for (let revision = 2; revision <= 60; revision++) {
    await insertRevision(scope, revision, {
      ...(revision < 5 && { [early]: `Early ${revision}` }),
      ...(revision < 60 && { [recent]: `Recent ${revision}` }),
    })
  }
  const values = [recent, early, randomUUID()].map((id): [string, string] => ['typeId', id])
  const names = new Map([
    [recent, 'Recent 59'],
    [early, 'Early 4'],
  ])
  expect(await namesOf(scope, values)).toEqual(names)
  statements.clear()
  expect(await namesOf(scope, values.slice(0, 2))).toEqual(names)
  expect([...statements].filter((text) => text.includes('jsonb'))).toEqual([])
})

test('a profile with the id of a removed type does not hide the name of the type', async () => {
  const { scope } = await server.newOrganization()
  const id = randomUUID()
  await insertRevision(scope, 2, { [id]: 'Type' })
  await insertRevision(scope, 3, {})
  await sql`
    update creation_configurations
    set content = jsonb_set(content, '{profiles,0}', content #> '{profiles,0}' || jsonb_build_object('id', ${id}::text))
    where organization_id = ${scope.organizationId} and revision > 1`.execute(scope.database)
  expect(await namesOf(scope, [['typeId', id]])).toEqual(new Map([[id, 'Type']]))
})
