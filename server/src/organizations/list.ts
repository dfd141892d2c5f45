import type { Database } from '../database/open.ts'

/** Lists every organization, oldest first. */
export const listOrganizations = (database: Database) =>
  database
    .selectFrom('organizations')
    .select(['id', 'name', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
