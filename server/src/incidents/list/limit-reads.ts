import type { OrganizationScope } from '../../scope.ts'

/**
 * Number of rows that add 1 to the weight of a read. Long pages weigh more, because serializing each row takes time on
 * the event loop.
 */
const rowsPerWeight = 25

/**
 * Waits until the organization has a free slot, and then runs `read`, a query on many incidents that may take seconds.
 * The slots limit how many of these queries one organization runs at a time. A transaction does not wait for a slot,
 * because other requests may be waiting for rows that it has locked.
 * @param rows maximum number of rows that `read` returns. An organization can run only one read of the longest pages at
 *   a time.
 * @throws Problem `unavailable` when too many reads are waiting or this read waits too long, and any error of `read`.
 */
export async function limitReads<Value>(
  { organizationId, database, service }: OrganizationScope,
  rows: number,
  read: () => Promise<Value>,
): Promise<Value> {
  if (database.isTransaction) return read()
  const release = await service.pageReads.acquire(organizationId, Math.ceil(rows / rowsPerWeight))
  try {
    return await read()
  } finally {
    release()
  }
}
