import { apiKeyRevoked } from '@tocsin/contract/events/api-key-events.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingKey } from './lock-existing.ts'
import { endKey } from './queries.ts'

export interface Revocation {
  name: string
  revokedAt: Instant
  /** True if the key was revoked already, so that this call changed nothing. */
  wasRevoked: boolean
}

/**
 * Revokes an API key immediately, even during the overlap after a rotation. Every server rejects the key within a
 * second.
 * @throws Problem `reference_not_found` when the organization has no such key.
 */
export function revokeKey(scope: OrganizationScope, id: Uuid): Promise<Revocation> {
  return scope.transaction(async (inner) => {
    const key = await lockExistingKey(inner, id)
    if (key.isRevoked) return { name: key.name, revokedAt: key.revokedAt!, wasRevoked: true }

    const revokedAt = await endKey(inner, key.id, { afterMs: 0, successorId: null })
    await recordEvent(inner, apiKeyRevoked({ apiKeyId: key.id, revokedAt }))
    return { name: key.name, revokedAt, wasRevoked: false }
  })
}
