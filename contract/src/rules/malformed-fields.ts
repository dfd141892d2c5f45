import type { CreateIncident } from '../api/incident.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import { businessFields } from './incident-values.ts'

/** The fields whose shape is wrong. The rules judge the others all the same, so that a caller hears of everything at once. */
export const malformedFields = (shapeViolations: Pick<Violation, 'pointer'>[]): Set<string> =>
  new Set(shapeViolations.map(fieldOf))

/**
 * Picks the fields of a body that the rules judge, and leaves out unknown ones, of which there may be thousands. A malformed
 * field was sent all the same: null, which means "none", stands for it, so that no default takes its place. A coordinate of
 * any shape is judged, because its presence alone asks for the other one.
 */
export function judgedPart(body: unknown, malformed: Set<string>): CreateIncident {
  if (typeof body !== 'object' || body === null) return {} as CreateIncident
  const sent = judgedFields.filter((field) => Object.hasOwn(body, field))
  return Object.fromEntries(
    sent.map((field) => [field, canBeJudged(field, malformed) ? (body as CreateIncident)[field] : null]),
  ) as CreateIncident
}

const judgedFields: (keyof CreateIncident)[] = ['clientRequestId', 'configVersion', ...businessFields]

const canBeJudged = (field: string, malformed: Set<string>): boolean =>
  !malformed.has(field) || field === 'latitude' || field === 'longitude'

/** Which field a rule has missed. */
const missedField: Partial<Record<ViolationCode, string>> = { type_required: 'typeId', location_required: 'locationId' }

/** Leaves out what the rules say of a malformed field itself, and that another one misses it: it was sent, if misshapen. */
export const besideMalformed = <Found extends Pick<Violation, 'pointer' | 'code'>>(
  violations: Found[],
  malformed: Set<string>,
): Found[] =>
  violations.filter((violation) => {
    const missed = missedField[violation.code]
    return !malformed.has(fieldOf(violation)) && !(missed && malformed.has(missed))
  })

const fieldOf = ({ pointer = '' }: Pick<Violation, 'pointer'>): string => pointer.split('/', 2)[1] ?? ''
