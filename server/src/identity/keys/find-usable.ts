import type { Service } from '../../service.ts'
import { findKey, type UsableKey } from './queries.ts'
import type { ParsedKey } from './secret.ts'

/**
 * Finds an API key that is not revoked. Searches the organization whose id the text of the key contains. If this finds
 * no key, searches every organization. The keys of earlier versions contain no id of an organization, so their
 * organizations are cached.
 */
export async function findUsableKey(
  { database, keyOrganizations }: Pick<Service, 'database' | 'keyOrganizations'>,
  { id, organizationId }: Omit<ParsedKey, 'secret'>,
): Promise<UsableKey | undefined> {
  // Prefer the cached organization. Random digits in a key of an earlier version may look like the id of an
  // organization.
  const named = keyOrganizations.get(id) ?? organizationId
  const known = named && (await findKey(database, id, named))
  const key = known || (await findKey(database, id, undefined))
  if (!known && key) keyOrganizations.set(id, key.organizationId)
  return key?.isRevoked ? undefined : key
}
