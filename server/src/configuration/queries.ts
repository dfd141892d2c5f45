import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Finds the number of the organization's newest revision; 0 if it has none. */
export async function findLatestRevision(scope: OrganizationScope): Promise<number> {
  const { revision } = await scope.database
    .selectFrom('creation_configurations')
    .select(({ fn }) => fn.coalesce(fn.max('revision'), sql<number>`0`).as('revision'))
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirstOrThrow()
  return revision
}

export async function findConfiguration(
  scope: OrganizationScope,
  revision: number,
): Promise<CreationConfiguration | undefined> {
  const row = await scope.database
    .selectFrom('creation_configurations')
    .select(['revision', 'content', 'published_at as publishedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && { revision: row.revision, publishedAt: row.publishedAt, ...row.content }
}

/** Returns true if a revision was replaced so long ago that the organization no longer accepts it. */
export async function isTooOld(scope: OrganizationScope, revision: number): Promise<boolean> {
  const row = await scope.database
    .selectFrom('organizations as organization')
    .innerJoin('creation_configurations as successor', 'successor.organization_id', 'organization.id')
    .select(sql<boolean>`now() - successor.published_at > organization.oldest_revision_age`.as('tooOld'))
    .where('organization.id', '=', scope.organizationId)
    .where('successor.revision', '=', revision + 1)
    .executeTakeFirst()
  return row?.tooOld ?? false
}

/** Finds the number of days for which the organization accepts a revision after it was replaced; null for no limit. */
export async function findOldestRevisionAge(scope: OrganizationScope): Promise<number | null> {
  const { days } = await scope.database
    .selectFrom('organizations')
    .select(sql<number | null>`(extract(epoch from oldest_revision_age) / 86400)::float8`.as('days'))
    .where('id', '=', scope.organizationId)
    .executeTakeFirstOrThrow()
  return days
}

export const updateOldestRevisionAge = (scope: OrganizationScope, days: number | null) =>
  scope.database
    .updateTable('organizations')
    .set({ oldest_revision_age: sql<string | null>`make_interval(days => ${days}::int)` })
    .where('id', '=', scope.organizationId)
    .execute()

export const insertConfiguration = (scope: OrganizationScope, revision: number, content: string) =>
  scope.database
    .insertInto('creation_configurations')
    .values({
      organization_id: scope.organizationId,
      revision,
      content,
      published_by: scope.actorId,
    })
    .execute()
