import { sql } from 'kysely'
import type { Database } from '../../src/database/open.ts'

/** Node of a query tree of PostgreSQL, such as `FUNCEXPR`, with its fields. */
export interface TreeNode {
  name: string
  fields: Record<string, Value[]>
}
type Value = string | TreeNode | Value[]

/**
 * Returns the query tree of a statement without running the statement. PostgreSQL stores the query tree of a procedure
 * with an SQL body, so the statement becomes the body of a temporary procedure.
 */
export function queryTree(database: Database, statement: string): Promise<Value> {
  return database.connection().execute(async (connection) => {
    await sql.raw(`prepare analysed as ${statement}`).execute(connection)
    const { rows: prepared } = await sql<{ types: string }>`
      select array_to_string(parameter_types, ', ') as types from pg_prepared_statements where name = 'analysed'`.execute(
      connection,
    )
    await sql`deallocate analysed`.execute(connection)
    const body = `create or replace procedure pg_temp.analysed(${prepared[0]!.types}) begin atomic ${statement}; end`
    await sql.raw(body).execute(connection)
    const { rows } = await sql<{ tree: string }>`
      select prosqlbody as tree from pg_proc where proname = 'analysed'`.execute(connection)
    await sql`drop procedure pg_temp.analysed`.execute(connection)
    return parseTree(rows[0]!.tree)
  })
}

/** Parses the text form of a tree: `{NAME :field value …}`, lists in parentheses, and atoms. */
function parseTree(text: string): Value {
  const tokens = text.matchAll(/[{}()]|(?:\\.|[^\s{}()\\])+/gs)
  const readUntil = (end: string): Value[] => {
    const values: Value[] = []
    for (const [token] of tokens) {
      if (token === end) break
      if (token === '(') values.push(readUntil(')'))
      else if (token === '{') values.push(toNode(readUntil('}')))
      else values.push(token)
    }
    return values
  }
  return readUntil('')
}

function toNode([name, ...rest]: Value[]): TreeNode {
  const fields: Record<string, Value[]> = {}
  let field: Value[] = []
  for (const value of rest) {
    if (typeof value === 'string' && value.startsWith(':')) field = fields[value.slice(1)] = []
    else field.push(value)
  }
  return { name: String(name), fields }
}

/** Returns all nodes of a tree, in the order of their text. */
export function nodesOf(value: Value | undefined): TreeNode[] {
  if (value === undefined || typeof value === 'string') return []
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  return [value, ...Object.values(value.fields).flatMap(nodesOf)]
}
