import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../open.ts'

/**
 * Runs one batch of a migration, and then pauses for as long as the batch took if other programs wrote during the
 * batch. These programs wait for locks and for the disk during a batch. Thanks to the pauses, they can still write at
 * half of their usual rate or more. A migration without other writers, such as an upgrade of a stopped server, does not
 * pause.
 * @param pause waits for a duration in milliseconds.
 * @returns the result of the batch.
 */
export async function throttleBatch<Result>(
  database: Database,
  batch: () => Promise<Result>,
  pause: (durationMs: number) => Promise<unknown> = delay,
): Promise<Result> {
  const startedAtMs = performance.now()
  const before = await countTransactions(database)
  const result = await batch()
  const transactions = (await countTransactions(database)) - before
  await pause(pauseMs(transactions, performance.now() - startedAtMs))
  return result
}

/**
 * If at most this number of transactions wrote during a batch, the migration does not pause. The batch itself has up to
 * two transactions.
 */
const quietMaximum = 10

/**
 * Returns the pause after a batch, in milliseconds.
 * @param transactions number of transactions that wrote during the batch.
 */
export const pauseMs = (transactions: number, batchMs: number): number => (transactions > quietMaximum ? batchMs : 0)

/** Returns the number of writing transactions since the database cluster was created. */
async function countTransactions(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as count`.execute(database)
  return Number(rows[0]!.count)
}
