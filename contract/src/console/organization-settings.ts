import Type, { type Static } from 'typebox'
import { thresholdMaximumMinutes } from '../age-thresholds.ts'
import type { Priority } from '../api/incident.ts'
import { nameMaxLength } from '../limits.ts'
import { priorities } from '../priorities.ts'
import { notBlank, nullable } from '../scalars.ts'

const minutes = nullable(Type.Integer({ minimum: 1, maximum: thresholdMaximumMinutes }))

/**
 * Ages in minutes at which an open incident counts as aging and as overdue. Null means never. `overdueAfterMinutes` is
 * not less than `agingAfterMinutes`.
 */
const AgeThreshold = Type.Object(
  { agingAfterMinutes: minutes, overdueAfterMinutes: minutes },
  { additionalProperties: false },
)
export type AgeThreshold = Static<typeof AgeThreshold>

export type AgeThresholds = Record<Priority, AgeThreshold>
export const AgeThresholds = Type.Unsafe<AgeThresholds>(
  Type.Object(Object.fromEntries(priorities.map((priority) => [priority, AgeThreshold])), {
    additionalProperties: false,
  }),
)

const fields = {
  name: notBlank(nameMaxLength),
  /** IANA name of the time zone in which the console shows times; null for the time zone of each browser. */
  timeZone: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  ageThresholds: AgeThresholds,
}

/** Settings of an organization that every user of the console needs. */
export const OrganizationSettings = Type.Object(fields, { additionalProperties: false })
export type OrganizationSettings = Static<typeof OrganizationSettings>

/** Change of an organization's settings. An absent field keeps its value. */
export const ChangeOrganization = Type.Partial(OrganizationSettings, { additionalProperties: false, minProperties: 1 })
export type ChangeOrganization = Static<typeof ChangeOrganization>
