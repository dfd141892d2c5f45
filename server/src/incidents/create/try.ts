import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { createIncident, type Creation } from './create.ts'

/**
 * Tries to create an incident and rolls the transaction back. The try checks the same rules, references and constraints
 * as a creation, but stores nothing.
 * @returns the result of `createIncident`. The id of a new incident is invalid after the rollback.
 * @throws the same problems as `createIncident`.
 */
export async function tryCreation(
  scope: OrganizationScope,
  body: CreateIncident,
  shapeViolations: Violation[],
): Promise<Creation> {
  const rollback = new Rollback()
  try {
    return await scope.transaction(async (inner) => {
      rollback.creation = await createIncident(inner, body, shapeViolations)
      throw rollback
    })
  } catch (error) {
    if (error === rollback) return rollback.creation!
    throw error
  }
}

/** Error that rolls the transaction back and carries the result out of it. */
class Rollback extends Error {
  creation: Creation | undefined
}
