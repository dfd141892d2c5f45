import type { Pool } from 'pg'
import { poolOf } from '../../database/open.ts'
import { OrganizationLimits } from '../../database/throughput/organization-limits.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Writing a page out keeps the event loop busy in proportion to its rows, so long pages weigh more. */
const rowsPerWeight = 25

const limitsByPool = new WeakMap<Pool, OrganizationLimits>()

/**
 * Reads from many incidents, which may take seconds, within a slot of the organization, so that its reads never hold all
 * connections of a server. A transaction does not wait: it holds a connection and may hold locks that others wait for.
 * @param rows maximum number of rows to read; an organization reads one of the longest pages at a time.
 * @throws Problem `unavailable` when too many reads are waiting already or no slot is free in time; rethrows errors of `read`.
 */
export async function limitReads<Value>(
  { organizationId, database }: OrganizationScope,
  rows: number,
  read: () => Promise<Value>,
): Promise<Value> {
  const pool = poolOf(database)
  if (!pool) return read()
  const release = await limitsOf(pool).acquire(organizationId, Math.ceil(rows / rowsPerWeight))
  try {
    return await read()
  } finally {
    release()
  }
}

function limitsOf(pool: Pool): OrganizationLimits {
  const known = limitsByPool.get(pool)
  if (known) return known
  const limits = new OrganizationLimits(pool.options.max)
  limitsByPool.set(pool, limits)
  return limits
}
