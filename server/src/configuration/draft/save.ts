import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { configurationDraftSaved } from '@tocsin/contract/events/configuration-events.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem, violationAt } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { insertDraft, replaceDraft } from './queries.ts'
import { publishedConfiguration } from '../published.ts'
import { readDraft } from './read.ts'

/**
 * Saves the draft, even if the draft has violations.
 * @throws Problem `configuration_draft_changed` when the draft was saved, published or discarded in the meantime.
 *   Problem `reference_not_found` when the revision `basedOnRevision` was never published.
 */
export function saveDraft(
  scope: OrganizationScope,
  { version, basedOnRevision, content }: SaveDraft,
): Promise<SavedDraft> {
  return scope.transaction(async (inner) => {
    if (!(await publishedConfiguration(inner, basedOnRevision))) {
      throw new Problem('reference_not_found', {
        violations: [violationAt('/basedOnRevision', 'configuration_not_found')],
      })
    }
    const draft = { content: JSON.stringify(content), basedOnRevision }
    const isSaved = await (version === 0 ? insertDraft(inner, draft) : replaceDraft(inner, version, draft))
    if (!isSaved) throw new Problem('configuration_draft_changed')
    await recordEvent(inner, configurationDraftSaved({ version: version + 1, basedOnRevision }))
    return readDraft(inner)
  })
}
