import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { createIncident, type Creation } from './create.ts'

/**
 * Creates an incident in a transaction that is rolled back: the same rules, references and constraints, and nothing stored.
 * @returns the answer of `createIncident`; the id of a new incident names nothing.
 * @throws Problem as `createIncident` does.
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

/** Thrown to roll the transaction back. */
class Rollback extends Error {
  creation: Creation | undefined
}
