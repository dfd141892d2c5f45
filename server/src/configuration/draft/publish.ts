import type { PublishDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { endDraft } from './discard.ts'
import { findDraft } from './queries.ts'
import { forgetCurrentRevision } from '../published.ts'
import { findLatestRevision } from '../queries.ts'
import { storeRevision } from '../store-revision.ts'

/**
 * Publishes the saved draft as the next revision, and empties the draft.
 * @returns the number of the new revision.
 * @throws Problem `configuration_draft_changed` when the draft has another version. Problem
 *   `configuration_draft_outdated` when the current revision is not `replacesRevision`. Without `replacesRevision`, the
 *   revision on which the draft is based counts. Any problem of `storeRevision`.
 */
export async function publishDraft(
  scope: OrganizationScope,
  { version, replacesRevision }: PublishDraft,
): Promise<number> {
  const revision = await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const draft = await findDraft(inner)
    if (!draft?.content || draft.version !== version) throw new Problem('configuration_draft_changed')
    await rejectOutdated(inner, replacesRevision ?? draft.basedOnRevision)

    const next = await storeRevision(inner, draft.content)
    await endDraft(inner, draft)
    return next
  })
  forgetCurrentRevision(scope)
  return revision
}

async function rejectOutdated(scope: OrganizationScope, known: number): Promise<void> {
  const current = await findLatestRevision(scope)
  if (current === known) return
  throw new Problem('configuration_draft_outdated', {
    detail: `The draft is based on revision ${known}; revision ${current} has been published since.`,
  })
}
