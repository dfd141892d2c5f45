import type { SavedDraft } from '@tocsin/contract/configuration-draft.ts'
import type { OrganizationScope } from '../scope.ts'
import { findDraft } from './draft-queries.ts'
import { draftViolations } from './draft-violations.ts'
import { contentOf, requireCurrent } from './published.ts'

/** Reads what administrators are editing; where nothing is being edited, the current revision to begin with. */
export async function readDraft(scope: OrganizationScope): Promise<SavedDraft> {
  const current = await requireCurrent(scope)
  const draft = await findDraft(scope)
  if (!draft?.content) {
    const content = contentOf(current)
    return {
      content,
      basedOnRevision: current.revision,
      currentRevision: current.revision,
      version: draft?.version ?? 0,
      updatedAt: null,
      updatedBy: null,
      violations: await draftViolations(scope, content),
    }
  }
  return {
    content: draft.content,
    basedOnRevision: draft.basedOnRevision,
    currentRevision: current.revision,
    version: draft.version,
    updatedAt: draft.updatedAt,
    updatedBy: { id: draft.updatedById, name: draft.updatedByName },
    violations: await draftViolations(scope, draft.content),
  }
}
