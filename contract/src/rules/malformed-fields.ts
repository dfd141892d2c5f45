import type { CreateIncident } from '../api/incident.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import { businessFields } from './incident-values.ts'

/**
 * Returns the names of the fields that violate the schema. The caller still applies the rules to the other fields, so
 * that one response lists all violations.
 */
export const malformedFields = (shapeViolations: Pick<Violation, 'pointer'>[]): Set<string> =>
  new Set(shapeViolations.map(fieldOf))

/**
 * Picks the fields of a body to which rules apply. Omits unknown fields, of which there may be thousands. Replaces
 * malformed values by null, which means "no value", so that no default applies. Leaves a malformed latitude or
 * longitude unchanged, because a sent latitude makes the longitude required and vice versa.
 */
export function pickCheckedFields<Body extends object>(
  body: unknown,
  fields: readonly (keyof Body & string)[],
  malformed: Set<string>,
): Body {
  if (typeof body !== 'object' || body === null) return {} as Body
  const sent = fields.filter((field) => Object.hasOwn(body, field))
  return Object.fromEntries(
    sent.map((field) => [field, isCheckable(field, malformed) ? (body as Body)[field] : null]),
  ) as Body
}

/** Fields of a creation that the creation rules check. */
export const creationFields: (keyof CreateIncident)[] = ['clientRequestId', 'configVersion', ...businessFields]

const isCheckable = (field: string, malformed: Set<string>): boolean =>
  !malformed.has(field) || field === 'latitude' || field === 'longitude'

/** Violation codes that report another field as missing, each with the name of that field. */
const missingFieldOf: Partial<Record<ViolationCode, string>> = {
  type_required: 'typeId',
  location_required: 'locationId',
}

/**
 * Omits violations of malformed fields, because these are already reported as malformed. Also omits violations that
 * report a malformed field as missing.
 */
export const omitMalformed = <Found extends Pick<Violation, 'pointer' | 'code'>>(
  violations: Found[],
  malformed: Set<string>,
): Found[] =>
  violations.filter((violation) => {
    const missing = missingFieldOf[violation.code]
    return !malformed.has(fieldOf(violation)) && !(missing && malformed.has(missing))
  })

const fieldOf = ({ pointer = '' }: Pick<Violation, 'pointer'>): string => pointer.split('/', 2)[1] ?? ''
