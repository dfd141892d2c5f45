import Type, { type Static } from 'typebox'
import { nameMaxLength } from '../limits.ts'
import { ProblemDetails } from '../api/problem.ts'
import { oneOf, ref } from '../scalars.ts'

/** The columns of the file, in any order and case; `location` alone is needed. */
export const importColumns = ['location', 'locationExternalId', 'point'] as const

/** Why a line was not taken. */
export const importRefusals = {
  unreadable: 'The line is not CSV: check its quotation marks, and that it has as many columns as the first line.',
  location_missing: 'The line names no Location.',
  too_long: `A value has more than ${nameMaxLength} characters.`,
  invalid_text: 'A value contains a NUL character, which cannot be stored.',
  location_ambiguous: 'Several Locations have this name or external id. Give the external id of the one that is meant.',
  location_named_otherwise:
    'The Location with this external id has another name. Rename it first, or correct the line.',
  location_without_external_id:
    'A Location of this name has no external id. Give it this one first, or leave it out here.',
  location_archived: 'The Location is archived. Restore it first.',
  point_archived: 'The Point is archived. Restore it first.',
} as const
export type ImportRefusal = keyof typeof importRefusals

export const RefusedLine = Type.Object(
  {
    line: Type.Integer({ description: 'Counted from 1, the line with the names of the columns.' }),
    code: oneOf(Object.keys(importRefusals) as ImportRefusal[]),
    message: Type.String(),
  },
  { additionalProperties: false },
)
export type RefusedLine = Static<typeof RefusedLine>

const LocationImportReport = Type.Object(
  {
    locationsAdded: Type.Integer(),
    pointsAdded: Type.Integer(),
    /** Lines that name what was there already. */
    linesUnchanged: Type.Integer(),
    refused: Type.Array(RefusedLine),
  },
  { additionalProperties: false },
)
export type LocationImportReport = Static<typeof LocationImportReport>

/** One line of the answer (NDJSON): progress again and again, then the report, or what ended the import. */
export const LocationImportMessage = Type.Union([
  Type.Object({ done: Type.Integer(), total: Type.Integer() }, { additionalProperties: false }),
  Type.Object({ report: LocationImportReport }, { additionalProperties: false }),
  Type.Object({ problem: ref(ProblemDetails) }, { additionalProperties: false }),
])
export type LocationImportMessage = Static<typeof LocationImportMessage>
