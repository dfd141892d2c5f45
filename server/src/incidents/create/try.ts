import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { OrganizationScope } from '../../scope.ts'
import { createIncident, type Creation } from './create.ts'

/**
 * Validates a creation by creating the incident in a transaction that is then rolled back. Checks the same rules,
 * references and constraints as a creation, but stores nothing.
 * @returns the result of `createIncident`. The id of a new incident must not be used, because the incident does not
 *   exist.
 * @throws the same problems as `createIncident`.
 */
export async function tryCreation(scope: OrganizationScope, body: CreateIncident): Promise<Creation> {
  const rollback = new Rollback()
  try {
    return await scope.transaction(async (inner) => {
      rollback.creation = await createIncident(inner, body)
      throw rollback
    })
  } catch (error) {
    if (error === rollback) return rollback.creation!
    throw error
  }
}

/** Error that is thrown to roll the transaction back. It carries the result out of the transaction. */
class Rollback extends Error {
  creation: Creation | undefined
}
