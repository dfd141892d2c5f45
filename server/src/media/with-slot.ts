import type { OrganizationScope } from '../scope.ts'
import { weightPerConnection } from '../service.ts'

/**
 * Waits until the organization has a free slot, and then runs `work`, which uses a database connection. An upload takes
 * no slot while it arrives, because that may take minutes. Without slots for its queries, many uploads of one
 * organization could occupy all connections. In a transaction, runs `work` at once, because the transaction already has
 * its connection.
 * @throws Problem `unavailable` when too many requests of the organization are waiting, or when no slot becomes free in
 *   time; any error of `work`.
 */
export async function withSlot<Value>(
  { organizationId, database, service }: OrganizationScope,
  work: () => Promise<Value>,
): Promise<Value> {
  if (database.isTransaction) return work()
  const release = await service.requestSlots.acquire(organizationId, weightPerConnection)
  try {
    return await work()
  } finally {
    release()
  }
}
