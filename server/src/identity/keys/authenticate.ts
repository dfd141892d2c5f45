import type { Uuid } from '@tocsin/contract/scalars.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { findUsableKey, touchKey, type UsableKey } from './queries.ts'
import { parseKey, secretMatches } from './secret.ts'

interface KeyCheck {
  /** Id in the text of the key; undefined when the text is malformed. */
  id: Uuid | undefined
  /** Undefined when the key is malformed, unknown, expired or revoked. */
  key: UsableKey | undefined
}

export type CheckKey = (text: string) => Promise<KeyCheck>

/**
 * Makes the check of API keys for one service.
 * @returns a function that finds the key for its text. It notices a revocation or expiry within 0.5 s.
 * @see docs/contract.md#5
 */
export function makeKeyCheck(service: Service, log: (error: unknown) => void): CheckKey {
  return async (text) => {
    const parsed = parseKey(text)
    const key = parsed && (await service.keys.get(parsed.id, () => findUsableKey(service.database, parsed.id)))
    if (!key || !secretMatches(parsed.secret, key.secretSha256) || isExpired(key)) {
      return { id: parsed?.id, key: undefined }
    }
    touch(key)
    return { id: key.id, key }
  }

  /** Records the use in the background: it must neither slow the request down nor fail it. */
  function touch({ id, organizationId, auditorId }: UsableKey): void {
    const scope = new OrganizationScope(organizationId, auditorId, service)
    void service.keyTouches.get(id, () => touchKey(scope, id).catch(log))
  }
}

const isExpired = ({ expiresAt }: UsableKey): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
