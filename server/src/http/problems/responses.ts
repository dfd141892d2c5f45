import { ProblemDetails, problems, type ProblemCode } from '@tocsin/contract/api/problem.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { TSchema } from 'typebox'
import { exampleOf } from './problem-examples.ts'

const descriptions = {
  400: 'The request breaks a rule.',
  401: 'The API key is missing or not accepted, or lacks the scope.',
  403: 'The signed-in user may not do this, or the request did not come from the console.',
  404: 'The request refers to something that does not exist in this organization.',
  409: 'The resource has changed since the caller read it.',
  412: 'A precondition of the request failed: the resource has changed in the meantime.',
  429: 'Too many requests; wait as long as `Retry-After` says.',
  500: 'The server failed.',
  503: 'Temporarily unavailable; wait as long as `Retry-After` says.',
} as const

type ProblemStatus = keyof typeof descriptions

/**
 * Codes of problems that any operation can answer with. In the OpenAPI document, an operation shows those codes whose
 * status it lists.
 */
const commonCodes: ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** Codes of the problems that only operations with a JSON body can answer with. */
export const bodyCodes: ProblemCode[] = [
  'malformed_json',
  'invalid_encoding',
  'nesting_too_deep',
  'body_too_large',
  'unsupported_content_type',
]

/**
 * Describes the responses of an operation for OpenAPI: the successful responses, the problems with the given statuses,
 * and the problems with the statuses 429 and 503, which every operation has.
 * @param codes problem codes of this operation besides the common ones. Each code becomes an example.
 */
export const responses = <Success extends Record<number, TSchema>>(
  success: Success,
  statuses: ProblemStatus[],
  codes: ProblemCode[] = [],
) => ({
  ...success,
  ...(Object.fromEntries(
    [...statuses, 429 as const, 503 as const].map((status) => [
      status,
      {
        description: descriptions[status],
        content: {
          'application/problem+json': {
            schema: ref(ProblemDetails),
            examples: examplesFor([...codes, ...commonCodes].filter((code) => problems[code].status === status)),
          },
        },
      },
    ]),
  ) as Record<never, never>),
})

const examplesFor = (codes: ProblemCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { summary: problems[code].title, value: exampleOf(code) }]))
