import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import {
  creationFields,
  malformedFields,
  omitMalformed,
  pickCheckedFields,
} from '@tocsin/contract/rules/malformed-fields.ts'
import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { CreateIncident, CreationConfiguration, Incident, Instant, Violation } from '../../generated/resources.ts'
import { CreateIncident as schema } from '../../generated/schemas.ts'
import { checkReferences, type References } from './check-references.ts'
import { checkBody } from './schema.ts'

/** Configuration and reference data that a creation is checked against. */
export interface Rules {
  configuration: CreationConfiguration
  /** Known locations, points and users. If undefined, references to them are not checked. */
  references?: References | undefined
  /**
   * True (the default) if `configuration` is the current revision. Only older revisions allow archived locations,
   * points and users.
   */
  isCurrent?: boolean
}

export interface CheckedIncident {
  /** Values that the server would store, with defaults applied. Meaningful only if there are no violations. */
  values: IncidentValues
  violations: Violation[]
  /** The body to send, with identifiers and times in the notation in which the server stores them. */
  body: CreateIncident
}

/** Values of a new incident, with defaults applied; null for a field without a value. */
export type IncidentValues = Pick<Incident, Exclude<keyof CreateIncident, 'clientRequestId' | 'configVersion'>>

/**
 * Checks a creation by the server's rules: the shape of the body, the rules of the configuration, and the references to
 * a location, a point and an assignee.
 * @param input the creation as JSON data.
 * @param receivedAt time of arrival, used as `occurredAt` if neither the input nor the profile gives a time.
 * @see docs/contract.md#2.1
 */
export function checkIncident(rules: Rules, input: CreateIncident, receivedAt: Instant): CheckedIncident {
  const shapeViolations = checkBody(schema, input)
  const malformed = malformedFields(shapeViolations)
  const body = normalizeCreation(pickCheckedFields(input, creationFields, malformed))
  const { values, violations } = checkCreation(rules.configuration, body, receivedAt)
  const { references, isCurrent = true } = rules
  const ruleViolations = [...violations, ...(references ? checkReferences(references, values, isCurrent) : [])]
  return { values, violations: [...shapeViolations, ...omitMalformed(ruleViolations, malformed)], body }
}
