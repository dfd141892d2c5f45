import { timeLimit } from '@tocsin/server/src/database/prepare.ts'
import type { Pool } from 'pg'

/**
 * What is measured is the server, not what the disk has still to do: writes out what was written before, and reads the
 * index of clientRequestIds. They are random: among a million, a creation looks into a page that nothing else has read.
 */
export const prepareForWrites = (pool: Pool): Promise<void> =>
  runPatiently(pool, [
    'create extension if not exists pg_prewarm',
    `select pg_prewarm('incidents_client_request_id', 'read')`,
    'checkpoint',
  ])

/** What autovacuum does within minutes. */
export const vacuum = (pool: Pool): Promise<void> => runPatiently(pool, ['vacuum analyze'])

async function runPatiently(pool: Pool, statements: string[]): Promise<void> {
  const client = await pool.connect()
  for (const statement of [timeLimit.lift, ...statements]) await client.query(statement)
  client.release(true)
}
