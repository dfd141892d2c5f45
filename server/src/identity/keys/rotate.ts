import type { KeyRotation } from '@tocsin/contract/console/api-key.ts'
import { apiKeyRotated } from '@tocsin/contract/events/api-key-events.ts'
import { overlapHoursDefault } from '@tocsin/contract/limits.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { issueKey } from './issue.ts'
import { lockExistingKey, type LockedKey } from './lock-existing.ts'
import { endKey } from './queries.ts'

export const hourMs = 3_600_000
export const overlapDefaultMs = overlapHoursDefault * hourMs

/**
 * Replaces an API key by a successor with the same name and scopes. The old key works until the end of an overlap, so
 * that callers have time to switch. If the old key has an expiry, the successor gets a lifetime of the same length.
 * @param overlapMs time for which the old key still works, in milliseconds.
 * @throws Problem `reference_not_found` when the organization has no such key. Problem `invalid_request` when the key
 *   is revoked, expired or already rotated.
 */
export function rotateKey(
  scope: OrganizationScope,
  id: Uuid,
  overlapMs: number = overlapDefaultMs,
): Promise<KeyRotation> {
  return scope.transaction(async (inner) => {
    const old = await lockExistingKey(inner, id)
    const obstacle = obstacleTo(old)
    if (obstacle) throw new Problem('invalid_request', { detail: obstacle })

    const { name, scopes } = old
    const successor = await issueKey(inner, { name, scopes, expiresAt: successorExpiry(old) })
    const oldRevokedAt = await endKey(inner, old.id, { afterMs: overlapMs, successorId: successor.id })
    await recordEvent(inner, apiKeyRotated({ apiKeyId: old.id, successorId: successor.id, revokedAt: oldRevokedAt }))
    return { successor, oldRevokedAt }
  })
}

function obstacleTo({ name, isRevoked, revokedAt, isExpired, expiresAt, successorId }: LockedKey): string | undefined {
  if (isRevoked) return `The API key "${name}" was revoked at ${revokedAt}; issue a new one.`
  if (isExpired) return `The API key "${name}" expired at ${expiresAt}; issue a new one.`
  if (successorId) return `The API key "${name}" has already been rotated; its successor is ${successorId}.`
  return undefined
}

/** Latest possible expiry of an API key, because the year in an instant has four digits. */
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

function successorExpiry({ createdAt, expiresAt }: LockedKey): Instant | null {
  if (expiresAt === null) return null
  const lifetimeMs = Date.parse(expiresAt) - Date.parse(createdAt)
  return new Date(Math.min(Date.now() + lifetimeMs, latestMs)).toISOString()
}
