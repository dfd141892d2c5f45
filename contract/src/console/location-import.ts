import Type, { type Static } from 'typebox'
import { nameMaxLength } from '../limits.ts'
import { ProblemDetails } from '../api/problem.ts'
import { oneOf, ref } from '../scalars.ts'

/**
 * Column names of an import file. A file may have the columns in any order, in upper or lower case, and needs only
 * `location`.
 */
export const importColumns = ['location', 'locationExternalId', 'point'] as const

/** Messages for rejected lines of an import file, keyed by the code of the rejection. */
export const importRejections = {
  unreadable: 'The line is not CSV: check its quotation marks, and that it has as many columns as the first line.',
  location_missing: 'The line has no location.',
  too_long: `A value has more than ${nameMaxLength} characters.`,
  invalid_text: 'A value contains a NUL character, which cannot be stored.',
  location_ambiguous: 'Several locations have this name or external id. Add the external id of the right one.',
  location_named_otherwise:
    'The location with this external id has another name. Rename it first, or correct the line.',
  location_without_external_id:
    'The location with this name has no external id. Set it first, or remove it from the line.',
  location_archived: 'The location is archived. Restore it first.',
  point_archived: 'The point is archived. Restore it first.',
} as const
export type ImportRejection = keyof typeof importRejections

export const RejectedLine = Type.Object(
  {
    line: Type.Integer({ description: 'Line number. Line 1 has the names of the columns.' }),
    code: oneOf(Object.keys(importRejections) as ImportRejection[]),
    message: Type.String(),
  },
  { additionalProperties: false },
)
export type RejectedLine = Static<typeof RejectedLine>

const LocationImportReport = Type.Object(
  {
    locationsAdded: Type.Integer(),
    pointsAdded: Type.Integer(),
    /** Number of lines whose location and point exist already. */
    linesUnchanged: Type.Integer(),
    refused: Type.Array(RejectedLine),
  },
  { additionalProperties: false },
)
export type LocationImportReport = Static<typeof LocationImportReport>

/**
 * Line of the NDJSON response to an import. All lines but the last report the progress. The last line has the report of
 * a finished import, or the problem that ended the import.
 */
export const LocationImportMessage = Type.Union([
  Type.Object({ done: Type.Integer(), total: Type.Integer() }, { additionalProperties: false }),
  Type.Object({ report: LocationImportReport }, { additionalProperties: false }),
  Type.Object({ problem: ref(ProblemDetails) }, { additionalProperties: false }),
])
export type LocationImportMessage = Static<typeof LocationImportMessage>
