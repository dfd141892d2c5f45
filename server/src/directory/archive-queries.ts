import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Archives a location, point or user, or restores it if `archived` is false. */
export const markArchived = (
  scope: OrganizationScope,
  table: 'locations' | 'points' | 'users',
  id: Uuid,
  archived: boolean,
) =>
  scope.database
    .updateTable(table)
    .set({ archived_at: archived ? sql<string>`now()` : null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
