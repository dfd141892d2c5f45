import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { omitMalformed, pickCheckedFields, malformedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { CreateIncident, CreationConfiguration, Incident, Instant, Violation } from '../generated/resources.ts'
import { CreateIncident as schema } from '../generated/schemas.ts'
import { checkReferences, type References } from './check-references.ts'
import { checkBody } from './schema.ts'

/** Rules that a creation is checked against. */
export interface Rules {
  configuration: CreationConfiguration
  /** Undefined: whether locations, points and users exist is not checked. */
  references?: References | undefined
  /** True for the current revision. Archived locations, points and users are allowed only with an older one. */
  isCurrent?: boolean
}

export interface CheckedIncident {
  /** Values that the server would store, defaults applied. Meaningful only without violations. */
  values: IncidentValues
  violations: Violation[]
  /** The body to send: identifiers and times written as the server stores them. */
  body: CreateIncident
}

/** Values of a new incident, defaults applied; null for a field without a value. */
export type IncidentValues = Pick<Incident, Exclude<keyof CreateIncident, 'clientRequestId' | 'configVersion'>>

/**
 * Checks a creation as the server does: the shape of the body, the rules of the configuration, and whether the location,
 * the point and the assignee can be used.
 * @param input JSON.
 * @param receivedAt when the incident occurred, unless the input or the profile says otherwise.
 * @see docs/contract.md#2.1
 */
export function checkIncident(rules: Rules, input: CreateIncident, receivedAt: Instant): CheckedIncident {
  const shapeViolations = checkBody(schema, input)
  const malformed = malformedFields(shapeViolations)
  const body = normalizeCreation(pickCheckedFields(input, malformed))
  const { values, violations } = checkCreation(rules.configuration, body, receivedAt)
  const { references, isCurrent = true } = rules
  const ruleViolations = [...violations, ...(references ? checkReferences(references, values, isCurrent) : [])]
  return { values, violations: [...shapeViolations, ...omitMalformed(ruleViolations, malformed)], body }
}
