import { beforeAll, expect, test } from 'vitest'
import { makeOrganization, runHotOperations } from '../src/cli/database/hot-operations.ts'
import { recordStatements } from '../src/database/cluster/explain.ts'
import { makeService } from '../src/service.ts'
import { startTestServer } from './support/harness.ts'
import { readEverything } from './support/read-everything.ts'
import { spyOnStatements } from './support/spy-on-statements.ts'
import { StatementRules } from './support/statement-rules.ts'
import { writeEverything } from './support/write-everything.ts'

// Checks that the SQL statements of a server follow the rules of a Citus cluster. The checks themselves need no
// cluster.

const sent = spyOnStatements()
const server = await startTestServer()
const { database, pool } = server.database
const rules = await StatementRules.of(database)

/** Statements of a server that treats its database as distributed. */
let distributed: string[]

/**
 * All statements that two servers have sent: one with an ordinary database, and one that treats its database as
 * distributed.
 */
let statements: string[]

beforeAll(async () => {
  await writeEverything(server)
  await readEverything(server)
  const recording = recordStatements(pool)
  const service = makeService({ database: recording.database, pool, isDistributed: true })
  await runHotOperations(await makeOrganization(service))
  distributed = [...recording.statements.keys()]
  statements = [...sent, ...distributed].filter((text) => isQuery(text) && rules.concerns(text))
})

const isQuery = (text: string): boolean => /^(\/\*.*?\*\/)?\s*(select|insert|update|delete|with)\b/.test(text)

/** Statements that read all organizations. `tocsin database check` lists them too. */
const acrossOrganizations: Record<string, RegExp> = {
  'files of any organization at the start': /^select "organization_id" as "organizationId", "id" from "media" limit/,
  'first organization, for set-up': /^select "id" from "organizations" limit/,
  'next pending thumbnail': /from "media" where "organization_id" > \$1 and thumbnail_due_at <= now\(\)/,
  'sign-in by e-mail address': /from \(select lower\(\$1\) as email\) as wanted/,
  'webhook endpoints with undelivered events': /with waiting as materialized/,
}

test('every SQL statement reads and writes rows of only one organization, except the listed look-ups', async () => {
  const found = new Set<string>()
  for (const statement of statements) {
    if (await rules.isOfOneOrganization(statement)) continue
    const [name] = Object.entries(acrossOrganizations).find(([, pattern]) => pattern.test(statement.trim())) ?? []
    found.add(name ?? statement)
  }
  expect(statements.length).toBeGreaterThan(150)
  expect([...found].toSorted()).toEqual(Object.keys(acrossOrganizations))
})

test('no SQL statement that writes rows of an organization has an expression that a cluster rejects', async () => {
  const rejected: string[] = []
  for (const statement of statements) {
    for (const reason of await rules.rejections(statement)) rejected.push(`${reason}: ${statement}`)
  }
  expect(rejected).toEqual([])
})

/**
 * Statements of changes that share a transaction. They skip locked rows. A cluster cannot skip locked rows, so on a
 * cluster each change has its own transaction.
 */
const ofSharedChanges = /from "incidents" .* for no key update skip locked$|for share of transition skip locked/s

test('on a cluster, no SQL statement skips locked rows or has a subquery without columns', () => {
  const found = statements.filter((text) => /skip locked|\bselect\s+from\b/.test(text))
  // Statements that look up tables in PostgreSQL's catalogue are allowed, because a cluster does not distribute the
  // catalogue.
  expect(found.filter((text) => !text.includes('from pg_class') && !ofSharedChanges.test(text))).toEqual([])
  expect(distributed.filter((text) => ofSharedChanges.test(text))).toEqual([])
})

test.each([
  ['update incidents set occurred_at = occurred_at + $1::interval where organization_id = $2', 'reads a column'],
  ['update incidents set deleted_at = coalesce(deleted_at, now()) where organization_id = $1', 'CASE or COALESCE'],
  ['delete from views where organization_id = $1 returning updated_at::date', 'RETURNING'],
  ['insert into feeds (organization_id, reserved) values ($1, (select 1))', 'VALUES has a subquery'],
])('StatementRules reports that a cluster would reject the write: %s', async (statement, reason) => {
  expect((await rules.rejections(statement)).join()).toContain(reason)
})

test.each([
  'select (select count(*) from views where organization_id = member.organization_id) from users as member where organization_id = $1',
  'select id from users where email = $1',
])('StatementRules reports that a statement reads several organizations: %s', async (statement) => {
  expect(await rules.isOfOneOrganization(statement)).toBe(false)
})
