import { sql } from 'kysely'
import type { OrganizationScope } from '../../src/scope.ts'
import { until } from './until.ts'

type Work = (inner: OrganizationScope) => Promise<unknown>

/**
 * Provokes a race. Opens a transaction, in which `lock` takes locks, and then starts the contenders one after another:
 * each contender starts when all contenders before it wait for a lock. The transaction commits when all contenders
 * wait, or when one contender has ended without waiting.
 * @param lock takes the locks in the transaction, before the first contender starts.
 * @param finish runs in the transaction right before the commit.
 * @returns the outcome of each contender, in order.
 */
export async function meetBehind<Result>(
  scope: OrganizationScope,
  lock: Work,
  contenders: (() => Promise<Result>)[],
  finish?: Work,
): Promise<PromiseSettledResult<Result>[]> {
  const begun: Promise<Result>[] = []
  await scope.transaction(async (inner) => {
    await lock(inner)
    let isAnyOver = false
    for (const begin of contenders) {
      const contender = begin().finally(() => (isAnyOver = true))
      // Handle the rejection here too. Otherwise Node.js reports an unhandled rejection if the contender fails before
      // the call of `allSettled` below.
      contender.catch(() => undefined)
      begun.push(contender)
      await until('all wait', async () => isAnyOver || (await countWaiting(inner)) === begun.length)
    }
    await finish?.(inner)
  })
  return Promise.allSettled(begun)
}

/** Returns `done` for each fulfilled outcome, and the code of the problem for each rejected outcome. */
export const codesOf = (outcomes: PromiseSettledResult<unknown>[]): string[] =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))

/** Returns the results of the calls that did not fail. */
export const valuesOf = <Result>(outcomes: PromiseSettledResult<Result>[]): Result[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

/** Counts the transactions that wait for this transaction. Includes those that wait for another waiting transaction. */
export async function countWaiting({ database }: OrganizationScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive waiting (pid) as (
      select pg_backend_pid()
      union
      select lock.pid from waiting join pg_locks as lock
        on not lock.granted and waiting.pid = any(pg_blocking_pids(lock.pid))
    )
    select count(*) - 1 as count from waiting`.execute(database)
  return rows[0]!.count
}

/** Locks a row with `for update`, the lock that a deletion of the row takes. */
export const lockRow =
  (table: string, id: string): Work =>
  ({ database }) =>
    sql`select from ${sql.table(table)} where id = ${id} for update`.execute(database)
