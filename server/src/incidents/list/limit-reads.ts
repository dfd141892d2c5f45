import type { Pool } from 'pg'
import { poolOf } from '../../database/open.ts'
import { OrganizationLimits } from '../../database/throughput/organization-limits.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Sending a page occupies the event loop in proportion to its rows, so long pages weigh more. */
const rowsPerWeight = 25

const limitsByPool = new WeakMap<Pool, OrganizationLimits>()

/**
 * Runs a read that may take seconds once the organization's share of the connections allows it, so that no organization
 * occupies all connections of a server. Runs at once in a transaction: it has its connection, and others may wait for its
 * locks.
 * @param rows maximum number of rows to read. An organization reads one page of the longest kind at a time.
 * @throws Problem `unavailable` when too many reads wait or this one waits too long; any error of `read`.
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
