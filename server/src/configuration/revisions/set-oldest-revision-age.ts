import { recordEvent } from '../../events/record.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findOldestRevisionAge, updateOldestRevisionAge } from '../queries.ts'

/**
 * Sets for how long a revision may still be used once it has been replaced. It holds at once, also for revisions
 * replaced before; retries of what was created in time are answered all the same.
 * @param days a whole number, 0 or more; null: for ever.
 */
export function setOldestRevisionAge(scope: OrganizationScope, days: number | null): Promise<void> {
  return scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const before = await findOldestRevisionAge(inner)
    if (before === days) return
    await updateOldestRevisionAge(inner, days)
    await recordEvent(inner, {
      kind: 'organization_oldest_revision_age_set',
      subjectKind: 'organization',
      subjectId: scope.organizationId,
      changes: { oldestRevisionAgeDays: [before, days] },
    })
  })
}
