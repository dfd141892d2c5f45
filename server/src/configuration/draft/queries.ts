import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

/** What is stored of a draft; `content` is null when it was discarded or published. */
export interface DraftRow {
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
  /** JSON text; null: there is none any more. */
  content: string | null
  basedOnRevision: number
}

/** Keeps the first draft that the organization ever had. @returns false when somebody was faster. */
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

/** Replaces a draft that is as the caller saw it. @returns false when it is not. */
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
      // Added by the database, which would not take the number after the last one as a parameter.
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
