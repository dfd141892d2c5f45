import { sql } from 'kysely'
import type { Database } from '../../src/database/open.ts'

/** Scan of a table in a plan of PostgreSQL. */
interface Scan {
  table: string
  /** Conditions of the scan, as `explain` prints them. */
  conditions: string
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** Lists the scans in the generic plan of a statement. `$1` in a condition is a parameter of the statement. */
export async function planScans(database: Database, statement: string): Promise<Scan[]> {
  const explain = sql.raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, costs off, format json) ${statement}`,
  )
  const { rows } = await explain.execute(database)
  return scansOf(rows[0]!['QUERY PLAN'][0].Plan)
}

function scansOf(node: PlanNode): Scan[] {
  const within = (node.Plans ?? []).flatMap(scansOf)
  const table = node['Relation Name']
  if (!table || !node['Node Type'].endsWith('Scan')) return within
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].filter(Boolean).join(' and ')
  return [...within, { table, conditions }]
}
