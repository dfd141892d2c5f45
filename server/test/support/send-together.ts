import { sql } from 'kysely'
import { vi } from 'vitest'
import { GroupCommit } from '../../src/database/throughput/group-commit.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { until } from './until.ts'

/**
 * Sends requests at the same time, so that all but the first share a transaction. A lock delays the write of the first
 * request until all others wait for the next transaction. The caller restores all mocks after each test.
 * @param table table to which the requests write.
 * @returns the responses in the order of the requests.
 */
export async function sendTogether<Result>(
  scope: OrganizationScope,
  table: string,
  sends: (() => Promise<Result>)[],
): Promise<Result[]> {
  const write = vi.spyOn(GroupCommit.prototype, 'write')
  let results: Promise<Result[]>
  await scope.transaction(async (inner) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(inner.database)
    results = Promise.all(sends.map((send) => send()))
    await until('all requests are queued', async () => write.mock.calls.length === sends.length)
  })
  return results!
}
