import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../open.ts'

/**
 * Runs one batch of a migration. If other programs wrote during the batch, then pauses for as long as the batch took.
 * These programs wait for locks and for the disk during a batch, and the pauses leave them at least half of their rate.
 * A migration without other writers, such as an upgrade of a stopped server, does not pause.
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

/** Maximum number of transactions during one batch without other writers. The batch itself has up to two. */
const quietMaximum = 10

/** Returns the duration of the pause after a batch, in milliseconds. */
export const pauseMs = (transactions: number, batchMs: number): number => (transactions > quietMaximum ? batchMs : 0)

/** Returns the number of transactions that have written since the database cluster was made. */
async function countTransactions(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as count`.execute(database)
  return Number(rows[0]!.count)
}
