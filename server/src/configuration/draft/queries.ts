import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

export interface DraftRow {
  /** Content of the draft; null after the draft was discarded or published. */
  content: ConfigurationDraft | null
  basedOnRevision: number
  version: number
  updatedAt: Instant
  updatedById: Uuid
  updatedByName: string
}

export const findDraft = (scope: OrganizationScope): Promise<DraftRow | undefined> =>
  scope.database
    .selectFrom('configuration_drafts as draft')
    .innerJoin('users as editor', (join) =>
      join.onRef('editor.organization_id', '=', 'draft.organization_id').onRef('editor.id', '=', 'draft.updated_by'),
    )
    .select([
      'draft.content',
      'draft.based_on_revision as basedOnRevision',
      'draft.version',
      'draft.updated_at as updatedAt',
      'editor.id as updatedById',
      'editor.name as updatedByName',
    ])
    .where('draft.organization_id', '=', scope.organizationId)
    .executeTakeFirst()

interface NewDraft {
  /** Draft as JSON text; null for an empty draft. */
  content: string | null
  basedOnRevision: number
}

/**
 * Inserts the first draft of an organization. Later drafts use the same row.
 * @returns false if the organization has this row already.
 */
export async function insertDraft(scope: OrganizationScope, { content, basedOnRevision }: NewDraft): Promise<boolean> {
  const row = await scope.database
    .insertInto('configuration_drafts')
    .values({
      organization_id: scope.organizationId,
      content,
      based_on_revision: basedOnRevision,
      version: 1,
      updated_by: scope.actorId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Replaces the draft if it still has the version `version`.
 * @returns false if the draft has another version.
 */
export async function replaceDraft(
  scope: OrganizationScope,
  version: number,
  { content, basedOnRevision }: NewDraft,
): Promise<boolean> {
  const row = await scope.database
    .updateTable('configuration_drafts')
    .set({
      content,
      based_on_revision: basedOnRevision,
      // Let PostgreSQL add 1: `version` may be the largest integer, so the sum would not be a valid parameter.
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
      updated_by: scope.actorId,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
