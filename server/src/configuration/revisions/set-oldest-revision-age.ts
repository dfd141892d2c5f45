import { organizationChanged } from '@tocsin/contract/events/organization-events.ts'
import { recordEvent } from '../../events/record.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findOldestRevisionAge, updateOldestRevisionAge } from '../queries.ts'

/**
 * Sets how long a revision may be used after it was replaced. The setting takes effect immediately and also applies to
 * revisions that are already replaced. A retry still returns the incident if the first request succeeded in time.
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
