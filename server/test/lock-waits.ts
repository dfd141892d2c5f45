import { sql } from 'kysely'
import type { OrganizationScope } from '../src/scope.ts'
import { until } from './processes/until.ts'

/** Waits until so many others wait for a transaction, or for one another behind it. */
export const untilWaiting = (inner: OrganizationScope, count: number): Promise<void> =>
  until(`${count} wait for the transaction`, async () => {
    const { rows } = await sql<{ count: number }>`
      with recursive waiting (pid) as (
        select pg_backend_pid()
        union
        select lock.pid from waiting join pg_locks as lock
          on not lock.granted and waiting.pid = any(pg_blocking_pids(lock.pid))
      )
      select count(*) - 1 as count from waiting`.execute(inner.database)
    return rows[0]!.count === count
  })
