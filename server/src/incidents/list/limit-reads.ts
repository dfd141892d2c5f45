import type { OrganizationScope } from '../../scope.ts'

/**
 * Rows per unit of weight. Long pages weigh more, because each row takes time on the event loop when it is serialized.
 */
const rowsPerWeight = 25

/**
 * Runs `read`, a query on many incidents that may take seconds, once its organization has a free slot. The slots limit
 * how many database connections one organization occupies with such queries. A scope that already has a connection,
 * such as a transaction, does not wait, because other requests may be waiting for rows that it has locked.
 * @param rows maximum number of rows that `read` returns. With the longest pages, an organization has one read at a
 *   time.
 * @throws Problem `unavailable` when too many reads are waiting or this read waits too long, and any error of `read`.
 */
export async function limitReads<Value>(
  { organizationId, database, service }: OrganizationScope,
  rows: number,
  read: () => Promise<Value>,
): Promise<Value> {
  const hasOwnConnection = database.isTransaction || database !== service.database
  if (hasOwnConnection) return read()
  const release = await service.incidentReads.acquire(organizationId, Math.ceil(rows / rowsPerWeight))
  try {
    return await read()
  } finally {
    release()
  }
}
