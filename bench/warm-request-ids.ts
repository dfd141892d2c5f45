import type { Pool } from 'pg'

/**
 * Reads the index of clientRequestIds, so that the system has it in memory. They are random: among a million, a creation
 * looks into a page that nothing else has read, perhaps since it was written.
 */
export async function warmRequestIds(pool: Pool): Promise<void> {
  await pool.query('create extension if not exists pg_prewarm')
  await pool.query(`select pg_prewarm('incidents_client_request_id', 'read')`)
}
