import type { Violation, ViolationCode } from '../problem.ts'

/** The fields whose shape is wrong. */
export const fieldsOf = (shapeViolations: Pick<Violation, 'pointer'>[]): Set<string> =>
  new Set(shapeViolations.map(fieldOf))

// The rules judge what has the right shape, and a coordinate in any: by being there it asks for the other one.
export const canBeJudged = (field: string, malformed: Set<string>): boolean =>
  !malformed.has(field) || field === 'latitude' || field === 'longitude'

/** What a rule calls absent. */
const absentField: Partial<Record<ViolationCode, string>> = { type_required: 'typeId', location_required: 'locationId' }

/** What is wrong besides: a field whose shape is wrong is judged by that alone, and is not absent. */
export const besideMalformed = <Found extends Pick<Violation, 'pointer' | 'code'>>(
  violations: Found[],
  malformed: Set<string>,
): Found[] =>
  violations.filter((violation) => {
    const absent = absentField[violation.code]
    return !malformed.has(fieldOf(violation)) && !(absent && malformed.has(absent))
  })

const fieldOf = ({ pointer = '' }: Pick<Violation, 'pointer'>): string => pointer.split('/', 2)[1] ?? ''
