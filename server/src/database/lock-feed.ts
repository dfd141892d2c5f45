import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Builds the statement that locks the feed until the transaction ends. It must be the last lock of the transaction. */
export const lockFeed = ({ organizationId }: OrganizationScope) => sql`
  select reserved from feeds where organization_id = ${organizationId} for update`

/** Builds the expression for the next position of a feed that an earlier statement has locked. */
export const nextPosition = ({ organizationId }: OrganizationScope) => sql<number>`(
  select greatest(reserved, (select max(position) from events where organization_id = ${organizationId})) + 1
  from feeds where organization_id = ${organizationId}
)`
