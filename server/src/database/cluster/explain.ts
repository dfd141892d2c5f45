import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Database, OpenDatabase } from '../open.ts'
import type { Tables } from '../tables.ts'
import { PipeliningDialect } from '../throughput/pipelining-dialect.ts'

export interface RecordingDatabase {
  database: Database
  /** Statements that read or write rows, keyed by their text, in the order of their first use. */
  statements: Map<string, CompiledQuery>
}

/** Makes another database on the connections of a pool, which records the statements that are sent through it. */
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

/** Plan of a statement on a cluster. */
export interface ClusterPlan {
  /** Number of shards that each part of the statement reads or writes. Empty without a distributed table. */
  tasks: number[]
  /** True if Citus runs the statement in several steps and moves rows between nodes. */
  isSplit: boolean
}

/** Explains a statement on a cluster, without running it. */
export async function explainOnCluster(database: Database, { sql, parameters }: CompiledQuery): Promise<ClusterPlan> {
  // Citus cannot explain every statement with parameters.
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
