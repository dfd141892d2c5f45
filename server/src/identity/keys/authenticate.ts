import type { Uuid } from '@tocsin/contract/scalars.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { findUsableKey } from './find-usable.ts'
import { touchKey, type UsableKey } from './queries.ts'
import { parseKey, secretMatches } from './secret.ts'

interface KeyCheck {
  /** Id that the text of the API key contains. Undefined when the text is malformed. */
  id: Uuid | undefined
  /** The valid API key. Undefined when the key is malformed, unknown, expired or revoked, or has the wrong secret. */
  key: UsableKey | undefined
}

export type CheckKey = (text: string) => Promise<KeyCheck>

/**
 * Makes the function that checks API keys for one service.
 * @param log receives an error that happened while the use of a key was recorded.
 * @returns a function from the text of a key to the stored key. A revoked key is rejected after at most 0.5 s.
 * @see docs/contract.md#5
 */
export function makeKeyCheck(service: Service, log: (error: unknown) => void): CheckKey {
  return async (text) => {
    const parsed = parseKey(text)
    const key = parsed && (await service.keys.get(parsed.id, () => findUsableKey(service, parsed)))
    if (!key || !secretMatches(parsed.secret, key.secretSha256) || isExpired(key)) {
      return { id: parsed?.id, key: undefined }
    }
    touch(key)
    return { id: key.id, key }
  }

  /** Records the use of the key in the background, because recording must not slow down or fail the request. */
  function touch({ id, organizationId, auditorId }: UsableKey): void {
    const scope = new OrganizationScope(organizationId, auditorId, service)
    void service.keyTouches.get(id, () => touchKey(scope, id).catch(log))
  }
}

const isExpired = ({ expiresAt }: UsableKey): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
