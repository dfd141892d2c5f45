import type { IssuedKey, IssueKey } from '@tocsin/contract/console/api-key.ts'
import { apiKeyIssued } from '@tocsin/contract/events/api-key-events.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { insertKey } from './queries.ts'
import { digestSecret, formatKey, newSecret } from './secret.ts'

/**
 * Issues an API key, which works immediately.
 * @returns the key with its secret, which is not stored and cannot be read later.
 */
export function issueKey(scope: OrganizationScope, { name, scopes, expiresAt = null }: IssueKey): Promise<IssuedKey> {
  const id = newId()
  const secret = newSecret(scope.organizationId)
  return scope.transaction(async (inner) => {
    await insertKey(inner, { id, name, scopes, expiresAt, secretSha256: digestSecret(secret) })
    await recordEvent(inner, apiKeyIssued({ apiKeyId: id, name, scopes, expiresAt }))
    return { id, name, expiresAt, key: formatKey(id, secret) }
  })
}
