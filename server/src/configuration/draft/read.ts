import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findDraft } from './queries.ts'
import { checkDraft } from './check.ts'
import { currentConfiguration } from '../published.ts'

/**
 * Returns the saved draft with its violations. If there is no draft, returns the content of the current revision, from
 * which the next draft starts.
 */
export async function readDraft(scope: OrganizationScope): Promise<SavedDraft> {
  const current = await currentConfiguration(scope)
  const draft = await findDraft(scope)
  const content = draft?.content ?? contentOf(current)
  const { violations } = await checkDraft(scope, content)
  const edited = draft?.content ? draft : undefined
  return {
    content,
    basedOnRevision: edited?.basedOnRevision ?? current.revision,
    currentRevision: current.revision,
    version: draft?.version ?? 0,
    updatedAt: edited?.updatedAt ?? null,
    updatedBy: edited ? { id: edited.updatedById, name: edited.updatedByName } : null,
    violations,
  }
}
