import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { throttleBatch } from '../src/database/migrations/throttle-batch.ts'
import { startTestServer } from './support/harness.ts'

const { database } = (await startTestServer()).database

test('a migration pauses after a batch if other programs have written to the database during the batch', async () => {
  const pauses: number[] = []
  const batch = async () => {
    for (let n = 0; n < 40; n++) await sql`update oldest_program set migration = migration`.execute(database)
    return 'result'
  }
  expect(await throttleBatch(database, batch, async (durationMs) => pauses.push(durationMs))).toBe('result')
  expect(pauses[0]).toBeGreaterThan(0)
})
