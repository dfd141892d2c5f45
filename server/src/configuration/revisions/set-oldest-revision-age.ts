import { organizationChanged } from '@tocsin/contract/events/organization-events.ts'
import { recordEvent } from '../../events/record.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findOldestRevisionAge, updateOldestRevisionAge } from '../queries.ts'

/**
 * Sets the number of days for which a revision may be used after it was replaced. The setting takes effect immediately,
 * and also for revisions that were replaced earlier. A retry of a creation returns the incident even if the revision
 * has become too old since the first request.
 * @param days whole number of days, 0 or more; null for unlimited use.
 */
export function setOldestRevisionAge(scope: OrganizationScope, days: number | null): Promise<void> {
  return scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const before = await findOldestRevisionAge(inner)
    if (before === days) return
    await updateOldestRevisionAge(inner, days)
    await recordEvent(inner, organizationChanged({ changes: { oldestRevisionAgeDays: [before, days] } }))
  })
}
