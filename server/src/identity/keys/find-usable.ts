import type { Service } from '../../service.ts'
import { findKey, type UsableKey } from './queries.ts'
import type { ParsedKey } from './secret.ts'

/**
 * Finds an API key that is not revoked, in the organization that its text names. Searches every organization only if
 * that organization does not have the key, or if the text names none. Keys of earlier versions name none, so their
 * organizations are cached.
 */
export async function findUsableKey(
  { database, keyOrganizations }: Pick<Service, 'database' | 'keyOrganizations'>,
  { id, organizationId }: Omit<ParsedKey, 'secret'>,
): Promise<UsableKey | undefined> {
  // The remembered organization comes first, because the text of an earlier key may seem to name one.
  const named = keyOrganizations.get(id) ?? organizationId
  const known = named && (await findKey(database, id, named))
  const key = known || (await findKey(database, id, undefined))
  if (!known && key) keyOrganizations.set(id, key.organizationId)
  return key?.isRevoked ? undefined : key
}
