import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Database, OpenDatabase } from '../open.ts'
import type { Tables } from '../tables.ts'
import { PipeliningDialect } from '../throughput/pipelining-dialect.ts'

export interface RecordingDatabase {
  database: Database
  /** Statements that read or write rows, keyed by their SQL, in the order of their first use. */
  statements: Map<string, CompiledQuery>
}

/** Makes a `database` that uses the connections of a pool, and records the statements that are sent through it. */
export function recordStatements(pool: OpenDatabase['pool']): RecordingDatabase {
  const statements = new Map<string, CompiledQuery>()
  const database = new Kysely<Tables>({
    dialect: new PipeliningDialect({ pool }),
    log: ({ query }) => {
      if (
        !query.sql.startsWith(explain) &&
        /\b(select|insert|update|delete)\b/.test(query.sql) &&
        !statements.has(query.sql)
      )
        statements.set(query.sql, query)
    },
  })
  return { database, statements }
}

const explain = 'explain (costs off) '

/** Properties of the plan with which a cluster runs a statement. */
export interface ClusterPlan {
  /** Number of shards that each part of the statement reads or writes. Empty if no table is distributed. */
  tasks: number[]
  /** True if Citus runs the statement in several steps and moves rows between nodes. */
  isSplit: boolean
}

/** Finds the plan of a statement on a cluster, without running the statement. */
export async function explainOnCluster(database: Database, { sql, parameters }: CompiledQuery): Promise<ClusterPlan> {
  // Put the values into the SQL text, because Citus cannot explain some of the statements that have parameters.
  const withValues = sql.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(parameters[Number(number) - 1]))
  const { rows } = await database.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(explain + withValues))
  const text = rows.map((row) => row['QUERY PLAN']).join('\n')
  return {
    tasks: Array.from(text.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count)),
    isSplit: /Distributed Subplan|INSERT.SELECT method/.test(text),
  }
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value)
  return pg.escapeLiteral(text)
}
