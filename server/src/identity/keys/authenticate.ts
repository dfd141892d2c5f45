import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from '../../database/open.ts'
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import { OrganizationScope } from '../../scope.ts'
import { findUsableKey, touchKey, type UsableKey } from './queries.ts'
import { parseKey, secretMatches } from './secret.ts'

/** Half of the second after which a revoked key must have stopped everywhere. */
const keyMaximumAgeMs = 500
/** `lastUsedAt` may lag by a minute. Half of it here: another process may have recorded a use as long before. */
const touchIntervalMs = 30_000

interface KeyCheck {
  /** Which key the text claims to be; undefined when it has not the form of one. */
  id: Uuid | undefined
  /** Undefined when it is malformed, unknown, expired or revoked. */
  key: UsableKey | undefined
}

export type CheckKey = (text: string) => Promise<KeyCheck>

/**
 * Makes the check of API keys for one process.
 * @returns a function from the text of a key to the key. A revocation or expiry is seen within 0.5 s.
 * @see specification 5
 */
export function makeKeyCheck(database: Database, log: (error: unknown) => void): CheckKey {
  const keys = new TtlCache<UsableKey | undefined>(keyMaximumAgeMs)
  const touches = new TtlCache<unknown>(touchIntervalMs)

  return async (text) => {
    const parsed = parseKey(text)
    const key = parsed && (await keys.get(parsed.id, () => findUsableKey(database, parsed.id)))
    if (!key || !secretMatches(parsed.secret, key.secretSha256) || isExpired(key)) {
      return { id: parsed?.id, key: undefined }
    }
    touch(key)
    return { id: key.id, key }
  }

  /** Recording the use must not slow the request down, nor fail it. */
  function touch({ id, organizationId, auditorId }: UsableKey): void {
    void touches.get(id, () => touchKey(new OrganizationScope(organizationId, auditorId, database), id).catch(log))
  }
}

const isExpired = ({ expiresAt }: UsableKey): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
