import { sql } from 'kysely'
import type { Database } from '../../src/database/open.ts'
import { planScans } from './plan-scans.ts'
import { nodesOf, queryTree, type TreeNode } from './query-trees.ts'

/**
 * Rules for statements on a cluster. A cluster runs a statement on a single node only if the statement restricts each
 * table to one organization. A cluster rejects some writes.
 * @see docs/decisions/0025-distribute-by-organization.md
 */
export class StatementRules {
  readonly #database: Database
  /** Names of the tables whose rows belong to organizations, keyed by the object id of the table in PostgreSQL. */
  readonly #tables: Map<string, string>
  /** Object ids of the PostgreSQL functions that are not immutable. */
  readonly #changing: Set<string>

  private constructor(database: Database, tables: Map<string, string>, changing: Set<string>) {
    this.#database = database
    this.#tables = tables
    this.#changing = changing
  }

  static async of(database: Database): Promise<StatementRules> {
    const tables = await sql<{ id: string; name: string }>`
      select oid::text as id, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and (relname = 'organizations' or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id'
      ))`.execute(database)
    const changing = await sql<{ id: string }>`
      select oid::text as id from pg_proc where provolatile <> 'i'`.execute(database)
    const names = new Map(tables.rows.map(({ id, name }) => [id, name]))
    return new StatementRules(database, names, new Set(changing.rows.map(({ id }) => id)))
  }

  /** Returns true if the statement names any table whose rows belong to organizations. */
  concerns(statement: string): boolean {
    return new RegExp(String.raw`\b(${[...this.#tables.values()].join('|')})\b`).test(statement)
  }

  /**
   * Checks if a statement restricts each table to one organization. The id of the organization must be a parameter: a
   * comparison with a column of an outer query does not say which organization it is.
   */
  async isOfOneOrganization(statement: string): Promise<boolean> {
    const names = new Set(this.#tables.values())
    const scans = (await planScans(this.#database, statement)).filter(({ table }) => names.has(table))
    return scans.every(({ table, conditions }) => {
      const column = table === 'organizations' ? 'id' : 'organization_id'
      return new RegExp(String.raw`\b${column} = \$\d`).test(conditions)
    })
  }

  /** Returns the reasons for which a cluster rejects the writes in a statement. */
  async rejections(statement: string): Promise<string[]> {
    if (!/\b(insert|update|delete)\b/.test(statement)) return []
    const queries = nodesOf(await queryTree(this.#database, statement)).filter(({ name }) => name === 'QUERY')
    return queries.filter((query) => this.#writesRows(query)).flatMap((query) => this.#rejectionsOf(query))
  }

  #writesRows({ fields }: TreeNode): boolean {
    if (fields.commandType![0] === commands.select) return false
    const tables = fields.rtable!.flat() as TreeNode[]
    return this.#tables.has(String(tables[Number(fields.resultRelation![0]) - 1]!.fields.relid![0]))
  }

  #rejectionsOf({ fields }: TreeNode): string[] {
    const isInsert = fields.commandType![0] === commands.insert
    const changed = [...nodesOf(isInsert ? fields.onConflict : fields.targetList), ...nodesOf(fields.jointree)]
    const changing = changed.filter((node) => this.#isChanging(node))
    const reasons = {
      'a function in RETURNING is not immutable': nodesOf(fields.returningList).some((node) => this.#isChanging(node)),
      'a function that is not immutable reads a column': !isInsert && changing.some((node) => has(node, 'VAR')),
      'CASE or COALESCE has a function that is not immutable':
        !isInsert &&
        changed.some((node) => branches.has(node.name) && nodesOf(node).some((part) => this.#isChanging(part))),
      'VALUES has a subquery':
        isInsert && fields.jointree !== undefined && !hasFrom(fields) && has(fields.targetList, 'SUBLINK'),
    }
    return Object.entries(reasons).flatMap(([reason, applies]) => (applies ? [reason] : []))
  }

  #isChanging({ fields }: TreeNode): boolean {
    const [id] = fields.funcid ?? fields.opfuncid ?? []
    return typeof id === 'string' && this.#changing.has(id)
  }
}

/** Numbers that stand for SQL commands in the query trees of PostgreSQL. */
const commands = { select: '1', insert: '3' }
const branches = new Set(['CASE', 'CASEEXPR', 'COALESCE', 'COALESCEEXPR'])

const has = (value: Parameters<typeof nodesOf>[0], name: string): boolean =>
  nodesOf(value).some((node) => node.name === name)

const hasFrom = ({ jointree }: TreeNode['fields']): boolean => has(jointree, 'RANGETBLREF')
