import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'
import { planScans } from './support/plan-scans.ts'
import { nodesOf, queryTree, type TreeNode } from './support/query-trees.ts'
import { readEverything } from './support/read-everything.ts'
import { recordStatements } from './support/record-statements.ts'
import { writeEverything } from './support/write-everything.ts'

// A cluster runs a statement on one node only if each of its tables is compared with one organization. It rejects some
// other statements. These rules are checked here on the statements of the server, without a cluster.
// See docs/decisions/0025-distribute-by-organization.md.

const recorded = recordStatements()
const server = await startTestServer()
const { database } = server.database

/** Ids and names of the tables whose rows belong to organizations, keyed by id. */
const tenantTables = new Map<string, string>()
/** Volatility of every function and operator: `i`, `s` or `v`, keyed by the id of the function. */
const volatilities = new Map<string, string>()

beforeAll(async () => {
  await writeEverything(server)
  await readEverything(server)
  const tables = await sql<{ id: string; name: string }>`
    select oid::text as id, relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and (relname = 'organizations' or exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id'
    ))`.execute(database)
  for (const { id, name } of tables.rows) tenantTables.set(id, name)
  const functions = await sql<{ id: string; volatility: string }>`
    select oid::text as id, provolatile as volatility from pg_proc`.execute(database)
  for (const { id, volatility } of functions.rows) volatilities.set(id, volatility)
})

const statements = () =>
  [...recorded].filter((text) => /^(\/\*.*?\*\/)?\s*(select|insert|update|delete|with)\b/.test(text))

/** Statements that read all organizations. `tocsin database check` lists them too. */
const acrossOrganizations: Record<string, RegExp> = {
  'files of any organization at the start': /^select "organization_id" as "organizationId", "id" from "media" limit/,
  'first organization, for set-up': /^select "id" from "organizations" limit/,
  'list of organizations': /^select "id", "name", "created_at" as "createdAt" from "organizations" order by/,
  'next pending thumbnail': /from "media" where "organization_id" > \$1 and thumbnail_due_at <= now\(\)/,
  'sign-in by e-mail address': /from \(select lower\(\$1\) as email\) as wanted/,
  'webhook endpoints with undelivered events': /with newest as materialized/,
}

test('every statement compares each table with one organization, except the listed look-ups', async () => {
  const found: string[] = []
  for (const statement of statements()) {
    const scans = await planScans(database, statement)
    if (scans.every(isOfOneOrganization)) continue
    const [name] = Object.entries(acrossOrganizations).find(([, pattern]) => pattern.test(statement.trim())) ?? []
    found.push(name ?? statement)
  }
  expect(statements().length).toBeGreaterThan(150)
  expect(found.toSorted()).toEqual(Object.keys(acrossOrganizations))
})

/** The value must be a parameter: a comparison with a column of an outer query does not name the organization. */
function isOfOneOrganization({ table, conditions }: { table: string; conditions: string }): boolean {
  if (![...tenantTables.values()].includes(table)) return true
  const column = table === 'organizations' ? 'id' : 'organization_id'
  return new RegExp(String.raw`\b${column} = \$\d`).test(conditions)
}

test('no write of an organization has an expression that a cluster rejects', async () => {
  const rejected: string[] = []
  for (const statement of statements().filter((text) => /\b(insert|update|delete)\b/.test(text))) {
    const tree = await queryTree(database, statement)
    const writes = nodesOf(tree).filter((node) => node.name === 'QUERY' && isWriteOfOrganization(node))
    for (const reason of writes.flatMap(rejections)) rejected.push(`${reason}: ${statement}`)
  }
  expect(rejected).toEqual([])
})

const commands = { update: '2', insert: '3', delete: '4' }

function isWriteOfOrganization({ fields }: TreeNode): boolean {
  const [command] = fields.commandType!
  if (!Object.values(commands).some((value) => value === command)) return false
  const tables = fields.rtable!.flat() as TreeNode[]
  return tenantTables.has(String(tables[Number(fields.resultRelation![0]) - 1]!.fields.relid![0]))
}

function rejections({ fields }: TreeNode): string[] {
  const isInsert = fields.commandType![0] === commands.insert
  const changed = [...nodesOf(isInsert ? fields.onConflict : fields.targetList), ...nodesOf(fields.jointree)]
  const reasons = {
    'a function in RETURNING is not immutable': nodesOf(fields.returningList).some((node) => !isImmutable(node)),
    'a function that is not immutable reads a column': changed.some(
      (node) => !isImmutable(node) && nodesOf(node).some(({ name }) => name === 'VAR'),
    ),
    'CASE or COALESCE has a function that is not immutable': changed.some(
      (node) => /^(CASEEXPR|CASE|COALESCEEXPR|COALESCE)$/.test(node.name) && !nodesOf(node).every(isImmutable),
    ),
    'a subquery in VALUES': isInsert && nodesOf(fields.targetList).some(({ name }) => name === 'SUBLINK'),
  }
  return Object.entries(reasons).flatMap(([reason, applies]) => (applies ? [reason] : []))
}

function isImmutable({ fields }: TreeNode): boolean {
  const [id] = fields.funcid ?? fields.opfuncid ?? []
  return typeof id !== 'string' || (volatilities.get(id) ?? 'i') === 'i'
}

test('no statement of an organization skips locked rows, or has a subquery without columns', () => {
  const ofTables = new RegExp(String.raw`\b(${[...tenantTables.values()].join('|')})\b`)
  const found = statements().filter((text) => ofTables.test(text) && /skip locked|\bselect\s+from\b/.test(text))
  // These look up the names of tables in PostgreSQL's catalogue, which a cluster does not distribute.
  expect(found.filter((text) => !text.includes('from pg_class'))).toEqual([])
})
