import type { Pool } from 'pg'
import { poolOf } from '../../database/open.ts'
import { OrganizationLimits } from '../../database/throughput/organization-limits.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Writing a page out keeps the event loop busy in proportion to its rows, so long pages weigh more. */
const rowsPerWeight = 25

const turnsByPool = new WeakMap<Pool, OrganizationLimits>()

/**
 * Reads from many incidents, which may take seconds, when it is the organization's turn: it never holds all connections
 * of a server. A transaction holds one already, and others may be waiting for what it has locked, so it does not wait.
 * @param rows that are read at most: of the longest pages, an organization reads one at a time.
 * @throws Problem `unavailable` when too much is waiting already, or it waits for too long; whatever `read` fails with.
 */
export async function limitReads<Value>(
  { organizationId, database }: OrganizationScope,
  rows: number,
  read: () => Promise<Value>,
): Promise<Value> {
  const pool = poolOf(database)
  if (!pool) return read()
  const end = await turnsOf(pool).begin(organizationId, Math.ceil(rows / rowsPerWeight))
  try {
    return await read()
  } finally {
    end()
  }
}

function turnsOf(pool: Pool): OrganizationLimits {
  const known = turnsByPool.get(pool)
  if (known) return known
  const turns = new OrganizationLimits(pool.options.max)
  turnsByPool.set(pool, turns)
  return turns
}
