import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingKey } from './lock-existing.ts'
import { endKey } from './queries.ts'

export interface Revocation {
  name: string
  revokedAt: Instant
  /** The key was already revoked, so nothing changed. */
  wasRevoked: boolean
}

/**
 * Revokes a key immediately, even during the overlap after a rotation. Every server rejects it within a second.
 * @throws Problem `reference_not_found` when the organization has no such key.
 */
export function revokeKey(scope: OrganizationScope, id: Uuid): Promise<Revocation> {
  return scope.transaction(async (inner) => {
    const key = await lockExistingKey(inner, id)
    if (key.isRevoked) return { name: key.name, revokedAt: key.revokedAt!, wasRevoked: true }

    const revokedAt = await endKey(inner, key.id, { afterMs: 0, successorId: null })
    await recordEvent(inner, {
      kind: 'api_key_revoked',
      subjectKind: 'api_key',
      subjectId: key.id,
      changes: { revokedAt: [key.revokedAt, revokedAt] },
    })
    return { name: key.name, revokedAt, wasRevoked: false }
  })
}
