import type { OrganizationScope } from '../../scope.ts'

/** Serializing a page occupies the event loop in proportion to its rows, so long pages weigh more. */
const rowsPerWeight = 25

/**
 * Reads from many incidents, which may take seconds, within the connections that one organization may use for it. A scope
 * with a connection of its own does not wait: others may be waiting for rows that it has locked.
 * @param rows maximum number of rows read: an organization reads the longest pages one at a time.
 * @throws Problem `unavailable` when too many reads wait already or this one waits too long, or whatever `read` throws.
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
