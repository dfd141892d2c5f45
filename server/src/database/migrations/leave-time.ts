import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../open.ts'

/**
 * Runs one batch of a migration. If other programs wrote meanwhile, then waits as long as the batch took, so that they
 * keep half of their rate: they wait for the locks of the batch, and for its share of the disk. A migration without
 * other writers, as in an upgrade of a stopped server, does not wait.
 * @param rest waits for a duration in milliseconds.
 */
export async function leaveTime<Result>(
  database: Database,
  batch: () => Promise<Result>,
  rest: (durationMs: number) => Promise<unknown> = delay,
): Promise<Result> {
  const startedAtMs = performance.now()
  const before = await countTransactions(database)
  const result = await batch()
  const transactions = (await countTransactions(database)) - before
  await rest(restMs(transactions, performance.now() - startedAtMs))
  return result
}

/** Number of transactions during one batch above which other programs count as writing. A batch itself has up to two. */
const ownTransactions = 10

/** Returns the duration of the rest after a batch, in milliseconds. */
export const restMs = (transactions: number, batchMs: number): number => (transactions > ownTransactions ? batchMs : 0)

/** Returns the number of transactions that have written since the database cluster was made. */
async function countTransactions(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as count`.execute(database)
  return Number(rows[0]!.count)
}
