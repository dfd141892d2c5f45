import { defaultAgeThresholds } from '@tocsin/contract/age-thresholds.ts'
import type {
  AgeThresholds,
  ChangeOrganization,
  OrganizationSettings,
} from '@tocsin/contract/console/organization-settings.ts'
import { organizationChanged } from '@tocsin/contract/events/organization-events.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { canonicalTimeZone, unknownTimeZone } from '../time-zone.ts'
import { findSettings, updateSettings } from './queries.ts'

export async function readSettings(scope: OrganizationScope): Promise<OrganizationSettings> {
  const { ageThresholds, ...others } = await findSettings(scope)
  return { ...others, ageThresholds: ageThresholds ?? defaultAgeThresholds }
}

/**
 * Changes settings of the organization. A setting that is absent in `change` is not changed.
 * @throws Problem `invalid_request` for an unknown time zone, and for age thresholds that make an incident overdue
 *   before it is aging.
 */
export async function changeSettings(
  scope: OrganizationScope,
  change: ChangeOrganization,
): Promise<OrganizationSettings> {
  const violations = [...checkTimeZone(change.timeZone), ...checkThresholds(change.ageThresholds)]
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
  return scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const before = await readSettings(inner)
    const after = { ...before, ...change }
    const changes = changesBetween(before, after)
    if (changes) {
      await updateSettings(inner, change)
      await recordEvent(inner, organizationChanged({ changes }))
    }
    return after
  })
}

const checkTimeZone = (timeZone: string | null | undefined): Violation[] =>
  typeof timeZone !== 'string' || canonicalTimeZone(timeZone)
    ? []
    : [{ pointer: '/timeZone', ...unknownTimeZone(timeZone) }]

const checkThresholds = (thresholds: AgeThresholds | undefined): Violation[] =>
  priorities
    .filter((priority) => {
      const { agingAfterMinutes, overdueAfterMinutes } = thresholds?.[priority] ?? {}
      return agingAfterMinutes && overdueAfterMinutes && overdueAfterMinutes < agingAfterMinutes
    })
    .map((priority) =>
      violationAt(
        `/ageThresholds/${priority}/overdueAfterMinutes`,
        'invalid_value',
        'An incident cannot be overdue before it is aging.',
      ),
    )
