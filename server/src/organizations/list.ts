import type { Database } from '../database/open.ts'

/** Every organization, the oldest first. */
export const listOrganizations = (database: Database) =>
  database
    .selectFrom('organizations')
    .select(['id', 'name', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
