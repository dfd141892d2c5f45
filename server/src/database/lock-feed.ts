import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Builds the statement that locks the feed until the transaction ends. A transaction must take this lock last. */
export const lockFeed = ({ organizationId }: OrganizationScope) => sql`
  select reserved from feeds where organization_id = ${organizationId} for update`

/** Builds the SQL expression for the next position in a feed. An earlier statement must have locked the feed. */
export const nextPosition = ({ organizationId }: OrganizationScope) => sql<number>`(
  select greatest(reserved, (select max(position) from events where organization_id = ${organizationId})) + 1
  from feeds where organization_id = ${organizationId}
)`
