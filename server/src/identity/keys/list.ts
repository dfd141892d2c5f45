import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { readPage, type Page, type PagedTable } from '../../database/paging/keyset.ts'
import type { ListQuery, ListShape } from '../../http/lists/list-query.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Query parameters of the list of API keys: only paging, no filters. The list begins with the oldest key. */
export const keyListShape: ListShape<'id', never> = {
  paging: ['limit', 'cursor'],
  sorts: { id: 'uuid' },
  filters: {},
  defaultSort: [{ name: 'id', isDescending: false }],
}

const keys: PagedTable<'id', Omit<ApiKey, 'state'>, ApiKey> = {
  table: 'api_keys',
  columns: [
    sql`id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt", successor_id as "successorId"`,
  ],
  sorts: { id: { expression: sql`id`, type: sql`uuid`, valueOf: ({ id }) => id } },
  toItem: (key) => ({ ...key, state: stateOf(key) }),
}

/** Reads one page of all API keys ever issued, oldest first, each with its status at this moment. */
export const listKeys = (scope: OrganizationScope, query: ListQuery<'id', never>): Promise<Page<ApiKey>> =>
  readPage(scope, keys, query, [])

function stateOf({ expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>): KeyState {
  if (isOver(revokedAt)) return 'revoked'
  if (isOver(expiresAt)) return 'expired'
  return revokedAt === null ? 'active' : 'being_replaced'
}

const isOver = (instant: Instant | null): boolean => instant !== null && Date.parse(instant) <= Date.now()
