import Type, { type Static } from 'typebox'
import { administrationProblems } from '../console/administration-problem.ts'
import { consoleProblems } from '../console/console-problem.ts'
import { violationsMaximum } from '../limits.ts'
import { nullable, oneOf, ref, Uuid } from '../scalars.ts'
import { NextState } from './incident-change.ts'
import { sharedProblems } from './shared-problem.ts'

export interface ProblemEntry {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 429 | 500 | 503
  title: string
  /** Cause of the problem and advice for the caller. `docs/problems.md` prints this text. */
  documentation: string
}

/** All problems, keyed by the `code` in the response body. The `type` in the body is `urn:tocsin:problem:<code>`. */
export const problems = { ...sharedProblems, ...consoleProblems, ...administrationProblems } as const satisfies Record<
  string,
  ProblemEntry
>

export type ProblemCode = keyof typeof problems

/** Explanations of the violation codes, keyed by code. A problem contains these codes in `errors[].code`. */
export const violations = {
  required: 'The value is missing, null or blank, and the operation or the effective profile requires it.',
  wrong_type: 'The value does not have the JSON type of the field.',
  invalid_format:
    'The text does not have the format of the field, such as a UUID or an RFC 3339 date-time with an offset.',
  invalid_text: 'The text contains NUL or half of a surrogate pair, which cannot be stored.',
  number_not_finite: 'The number is too large to be represented.',
  too_long: 'The text has too many Unicode code points, or the list or query parameter has too many items.',
  too_short: 'The text or list is shorter than the field allows.',
  out_of_range: 'The number is smaller or larger than the field allows.',
  not_unique: 'The list contains a value more than once.',
  not_allowed_value: 'The field does not allow this value.',
  field_not_allowed:
    'The field does not exist in this operation, or is set by the server (stateId, mediaIds, createdBy).',
  field_read_only: 'The field is read-only in the effective profile and must not be sent.',
  field_hidden: 'The field is hidden in the effective profile and must not be sent.',
  type_required: 'categoryId needs typeId.',
  location_required: 'pointId needs locationId.',
  coordinates_incomplete: 'latitude and longitude must be sent together.',
  unknown_type: 'The effective configuration does not have this type.',
  inactive_type: 'The type is not active in the effective configuration.',
  unknown_category: 'The effective configuration does not have this category.',
  inactive_category: 'The category is not active in the effective configuration.',
  category_not_in_type: 'The category belongs to another type.',
  point_not_in_location: 'The point belongs to another location.',
  location_archived: 'The location is archived; only creations under an older revision may still use it.',
  point_archived: 'The point is archived; only creations under an older revision may still use it.',
  assignee_archived: 'The user is archived; only creations under an older revision may still name them.',
  location_not_found: 'The organization has no location with this identifier.',
  point_not_found: 'The organization has no point with this identifier.',
  assignee_not_found: 'The organization has no user with this identifier.',
  incident_not_found: 'The organization has no incident with this identifier.',
  configuration_not_found: 'The organization has published no revision with this number.',
  configuration_too_old: 'The organization no longer accepts this revision.',
  unknown_parameter: 'The operation has no such query parameter.',
  repeated_parameter: 'The query parameter may be given only once.',
  invalid_value: 'The query parameter does not accept this value.',
  duplicate_id: 'Two entries of the configuration have the same id.',
  unknown_profile: 'The configuration has no profile with this id.',
  unknown_state: 'The workflow has no state with this id.',
  state_not_found: 'The organization has no workflow state with this identifier.',
  transition_not_allowed: 'The workflow does not let the incident move to this state from its current one.',
} as const satisfies Record<string, string>

export type ViolationCode = keyof typeof violations

/**
 * One error in a request: a code, a message, and the place of the error (a JSON Pointer or the name of a parameter).
 */
export const Violation = Type.Object(
  {
    pointer: Type.Optional(Type.String({ description: 'JSON Pointer into the body.' })),
    parameter: Type.Optional(Type.String({ description: 'Name of the path, query or header parameter.' })),
    code: oneOf(Object.keys(violations) as ViolationCode[]),
    message: Type.String(),
  },
  { $id: 'Violation', additionalProperties: false },
)
export type Violation = Static<typeof Violation>

/** Body of every error response, in the format of RFC 9457, with the media type `application/problem+json`. */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: oneOf(Object.keys(sharedProblems) as ProblemCode[]),
    requestId: Type.String(),
    errors: Type.Array(ref(Violation), {
      maxItems: violationsMaximum,
      description: 'All violations. With more than 100, the first 100; `detail` then ends with the total.',
    }),
    creationConfigVersion: Type.Optional(nullable(Type.Integer())),
    incidentId: Type.Optional(Uuid),
    commentId: Type.Optional(Uuid),
    mediaId: Type.Optional(Uuid),
    endpointId: Type.Optional(Uuid),
    nextStates: Type.Optional(
      Type.Array(ref(NextState), { description: 'States to which the workflow lets the incident move.' }),
    ),
    currentVersion: Type.Optional(Type.Integer({ description: 'Version that the incident has now.' })),
    changedFields: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Fields that have changed since the version in `If-Match`. Absent if the incident never had that version, or ' +
          'if the events of some changes were erased.',
      }),
    ),
  },
  { $id: 'Problem', additionalProperties: false },
)
export type ProblemDetails = Static<typeof ProblemDetails> & {
  /**
   * Organizations in which the e-mail address and password of a sign-in are valid. Only the problem
   * `organization_ambiguous` of the console API has this field.
   */
  organizations?: { id: Uuid; name: string }[]
}
