import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { OrganizationScope } from '../../scope.ts'
import { createIncident, type Creation } from './create.ts'

/**
 * Finds out what `createIncident` would answer, by doing it and taking it back: the same rules, the same references,
 * the same constraints, and nothing stored.
 * @returns what `createIncident` would; the id of a new Incident names nothing.
 * @throws Problem what `createIncident` throws.
 */
export async function validateIncident(scope: OrganizationScope, body: CreateIncident): Promise<Creation> {
  const rehearsal = new Rehearsal()
  try {
    return await scope.transaction(async (inner) => {
      rehearsal.creation = await createIncident(inner, body)
      throw rehearsal
    })
  } catch (error) {
    if (error === rehearsal) return rehearsal.creation!
    throw error
  }
}

/** Thrown to roll the transaction back; carries what the creation answered. */
class Rehearsal extends Error {
  creation: Creation | undefined
}
