import { configurationDraftDiscarded } from '@tocsin/contract/events/configuration-events.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findDraft, replaceDraft } from './queries.ts'

/**
 * Discards the draft. The next draft starts from the content of the current revision.
 * @param version version of the draft that the administrator saw; 0 if the organization never had a draft.
 * @throws Problem `configuration_draft_changed` when the draft was saved, published or discarded in the meantime.
 */
export function discardDraft(scope: OrganizationScope, version: number): Promise<void> {
  return scope.transaction(async (inner) => {
    const draft = await findDraft(inner)
    if ((draft?.version ?? 0) !== version) throw new Problem('configuration_draft_changed')
    if (!draft?.content) return
    await endDraft(inner, draft)
    const { basedOnRevision } = draft
    await recordEvent(inner, configurationDraftDiscarded({ version, basedOnRevision }))
  })
}

/**
 * Empties the draft, but does not delete its row: a new row would start again at version 1, and a late save of an old
 * draft could then replace a newer draft.
 * @throws Problem `configuration_draft_changed` when the draft has another version.
 */
export async function endDraft(
  scope: OrganizationScope,
  { version, basedOnRevision }: { version: number; basedOnRevision: number },
): Promise<void> {
  const isEnded = await replaceDraft(scope, version, { content: null, basedOnRevision })
  if (!isEnded) throw new Problem('configuration_draft_changed')
}
