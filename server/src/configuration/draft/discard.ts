import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findDraft, replaceDraft } from './queries.ts'

/**
 * Throws away what is being edited; the current revision is what editing begins with again.
 * @param version that the administrator looked at; 0 before there ever was a draft.
 * @throws Problem `configuration_draft_changed` when it is another: saved, published or discarded meanwhile.
 */
export function discardDraft(scope: OrganizationScope, version: number): Promise<void> {
  return scope.transaction(async (inner) => {
    const draft = await findDraft(inner)
    if ((draft?.version ?? 0) !== version) throw new Problem('configuration_draft_changed')
    if (!draft?.content) return
    await endDraft(inner, draft)
    await recordEvent(inner, {
      kind: 'creation_configuration_draft_discarded',
      subjectKind: 'creation_configuration',
      subjectId: 'draft',
      changes: { version: draft.version, basedOnRevision: draft.basedOnRevision },
    })
  })
}

/** The row stays: its version goes on, so that a save of what is gone can never meet a newer draft of the same version. */
export async function endDraft(
  scope: OrganizationScope,
  { version, basedOnRevision }: { version: number; basedOnRevision: number },
): Promise<void> {
  const isEnded = await replaceDraft(scope, version, { content: null, basedOnRevision })
  if (!isEnded) throw new Problem('configuration_draft_changed')
}
