import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

export type RevisionUse = Omit<RevisionSummary, 'publishedAt' | 'publishedBy'>

/** Finds every revision of the organization, newest first. */
export async function findRevisions(
  scope: OrganizationScope,
): Promise<Pick<RevisionSummary, 'revision' | 'publishedAt' | 'publishedBy'>[]> {
  const { rows } = await sql<RevisionSummary>`
    select
      configuration.revision, configuration.published_at as "publishedAt",
      case when publisher.id is not null then json_build_object('id', publisher.id, 'name', publisher.name) end
        as "publishedBy"
    from creation_configurations as configuration
    left join users as publisher
      on publisher.organization_id = configuration.organization_id and publisher.id = configuration.published_by
    where configuration.organization_id = ${scope.organizationId}
    order by configuration.revision desc`.execute(scope.database)
  return rows
}

/**
 * Counts the incidents that were created under each revision. The result lacks revisions without incidents. The query
 * takes 0.1 s for 100,000 incidents. An index would make the query faster, but would slow down every creation.
 */
export async function countUses(scope: OrganizationScope): Promise<RevisionUse[]> {
  const { rows } = await sql<RevisionUse>`
    select
      creation_config_version as revision, count(*) as creations,
      count(*) filter (where created_at >= now() - interval '30 days') as "creationsLast30Days",
      max(created_at) as "lastUsedAt"
    from incidents where organization_id = ${scope.organizationId}
    group by creation_config_version`.execute(scope.database)
  return rows
}
