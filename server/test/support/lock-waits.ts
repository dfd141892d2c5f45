import { sql } from 'kysely'
import type { OrganizationScope } from '../../src/scope.ts'
import { until } from './until.ts'

type Work = (inner: OrganizationScope) => Promise<unknown>

/**
 * Begins several things, each when those before it wait, while a transaction holds what they need, and commits it when
 * they all wait, or when one has ended that should have waited.
 * @param hold runs in the transaction before they begin, `finish` when they wait.
 * @returns what became of each.
 */
export async function meetBehind<Result>(
  scope: OrganizationScope,
  hold: Work,
  contenders: (() => Promise<Result>)[],
  finish?: Work,
): Promise<PromiseSettledResult<Result>[]> {
  const begun: Promise<Result>[] = []
  await scope.transaction(async (inner) => {
    await hold(inner)
    let isAnyOver = false
    for (const begin of contenders) {
      const contender = begin().finally(() => (isAnyOver = true))
      // Its failure is an outcome, whenever it comes.
      contender.catch(() => undefined)
      begun.push(contender)
      await until('all wait', async () => isAnyOver || (await countWaiting(inner)) === begun.length)
    }
    await finish?.(inner)
  })
  return Promise.allSettled(begun)
}

/** Maps each outcome to `done`, or to the code of its problem. */
export const codesOf = (outcomes: PromiseSettledResult<unknown>[]): string[] =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))

/** Results of the calls that did not fail. */
export const valuesOf = <Result>(outcomes: PromiseSettledResult<Result>[]): Result[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

/** Counts the transactions that wait for this one, directly or behind another. */
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

/** Holds a row as whoever deletes it would. */
export const holdRow =
  (table: string, id: string): Work =>
  ({ database }) =>
    sql`select from ${sql.table(table)} where id = ${id} for update`.execute(database)
