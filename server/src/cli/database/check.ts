import { Command } from 'commander'
import { isDistributed } from '../../database/cluster/distribute.ts'
import {
  explainOnCluster,
  recordStatements,
  type ClusterPlan,
  type RecordingDatabase,
} from '../../database/cluster/explain.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { makeService, onTransaction } from '../../service.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeList, writeMessage } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { makeOrganization, runHotOperations } from './hot-operations.ts'
import { lookUps } from './look-ups.ts'

export const checkCommand = new Command('check')
  .description('check that a cluster runs the statements of an organization on one node')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Runs the most frequent operations in a new organization, explains each of their statements, and rolls everything back.
Fails if a statement touches more than one shard. Then lists the look-ups that read all nodes, as they must.

Example:
  DATABASE_URL=postgres://tocsin@coordinator.example.com/tocsin tocsin database check`,
  )
  .action(({ json }: JsonOptions) =>
    withDatabase(async ({ database, pool }) => {
      if (!(await isDistributed(database))) {
        throw new Error('The database is not distributed. Run `tocsin database distribute` on a cluster first.')
      }
      const recording = recordStatements(pool)
      const found = [...(await checkOrganization(pool, recording)), ...(await checkLookUps(recording))]
      writeList(found, json, {
        RESULT: ({ result }) => result,
        SHARDS: ({ shards }) => shards.join(' + '),
        STATEMENT: ({ statement }) => statement,
      })
      const failed = found.filter(({ result }) => result === 'failed')
      if (failed.length > 0) throw new Error(`Statements of one organization on several nodes: ${failed.length}.`)
      writeMessage('Every statement of one organization runs on one node.')
    }),
  )

interface CheckedStatement {
  /**
   * `one` if one node runs the statement, `failed` if it needs several nodes, `all` for a look-up that reads all nodes.
   */
  result: 'one' | 'failed' | 'all'
  /** Number of shards that each part of the statement reads or writes. */
  shards: number[]
  /** Beginning of the statement's SQL. For a look-up, the occasion on which it runs, such as `set-up page`. */
  statement: string
}

/**
 * Runs frequent operations of a new organization in a transaction, explains each of their statements, and rolls the
 * transaction back.
 */
async function checkOrganization(pool: OpenDatabase['pool'], { database, statements }: RecordingDatabase) {
  const found: CheckedStatement[] = []
  const rollback = new Error('rollback')
  const transaction = database.transaction().execute(async (within) => {
    const service = makeService({ database, pool, isDistributed: true })
    const scope = await makeOrganization(onTransaction(service, within))
    statements.clear()
    await runHotOperations(scope)
    for (const query of statements.values()) {
      const plan = await explainOnCluster(within, query)
      const result = isOnOneNode(plan) ? 'one' : 'failed'
      found.push({ result, shards: plan.tasks, statement: query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, 100) })
    }
    throw rollback
  })
  await transaction.catch((error) => {
    if (error !== rollback) throw error
  })
  return found
}

const isOnOneNode = ({ tasks, isSplit }: ClusterPlan): boolean => !isSplit && tasks.every((count) => count === 1)

async function checkLookUps({ database, statements }: RecordingDatabase): Promise<CheckedStatement[]> {
  const found: CheckedStatement[] = []
  for (const { occasion, run } of lookUps) {
    statements.clear()
    await run(database)
    for (const query of statements.values()) {
      const { tasks } = await explainOnCluster(database, query)
      found.push({ result: 'all', shards: tasks, statement: occasion })
    }
  }
  return found
}
