import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from '../../database/open.ts'
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import { OrganizationScope } from '../../scope.ts'
import { findUsableKey, touchKey, type UsableKey } from './queries.ts'
import { parseKey, secretMatches } from './secret.ts'

/** Half of the second within which a revoked key must stop working everywhere. */
const keyMaximumAgeMs = 500
/** Half of the minute by which `lastUsedAt` may lag: another process may have recorded a use 30 seconds earlier. */
const touchIntervalMs = 30_000

interface KeyCheck {
  /** Id in the text of the key; undefined when the text is malformed. */
  id: Uuid | undefined
  /** Undefined when the key is malformed, unknown, expired or revoked. */
  key: UsableKey | undefined
}

export type CheckKey = (text: string) => Promise<KeyCheck>

/**
 * Makes the check of API keys for one process.
 * @returns a function that finds the key for its text. It notices a revocation or expiry within 0.5 s.
 * @see docs/contract.md 5
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

  /** Records the use in the background: it must neither slow the request down nor fail it. */
  function touch({ id, organizationId, auditorId }: UsableKey): void {
    void touches.get(id, () => touchKey(new OrganizationScope(organizationId, auditorId, database), id).catch(log))
  }
}

const isExpired = ({ expiresAt }: UsableKey): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
