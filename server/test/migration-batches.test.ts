import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { leaveTime } from '../src/database/migrations/leave-time.ts'
import { startTestServer } from './support/harness.ts'

const { database } = (await startTestServer()).database

test('a migration notices the transactions of other programs during a batch', async () => {
  const rests: number[] = []
  const batch = async () => {
    for (let n = 0; n < 40; n++) await sql`update oldest_program set migration = migration`.execute(database)
    return 'result'
  }
  expect(await leaveTime(database, batch, async (durationMs) => rests.push(durationMs))).toBe('result')
  expect(rests[0]).toBeGreaterThan(0)
})
