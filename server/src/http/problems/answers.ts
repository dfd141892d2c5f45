import { ProblemDetails, problems, type ProblemCode } from '@tocsin/contract/api/problem.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { TSchema } from 'typebox'
import { exampleOf } from './problem-examples.ts'

const descriptions = {
  400: 'The request breaks a rule.',
  401: 'The API key is missing or not accepted, or lacks the scope.',
  403: 'The user who is signed in may not do this, or the request did not come from the console.',
  404: 'Something that the request names does not exist in this organization.',
  409: 'What the request changes is no longer as the caller saw it.',
  412: 'A precondition of the request does not hold: what it names has changed in the meantime.',
  429: 'Too many requests; wait as long as `Retry-After` says.',
  500: 'The server failed.',
  503: 'Temporarily unavailable; wait as long as `Retry-After` says.',
} as const

type ProblemStatus = keyof typeof descriptions

/** What any operation may answer with, if it answers with the status of the code at all. */
const commonCodes: ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** What an operation with a JSON body may answer with besides. */
export const bodyCodes: ProblemCode[] = [
  'malformed_json',
  'invalid_encoding',
  'nesting_too_deep',
  'body_too_large',
  'unsupported_content_type',
]

/**
 * The answers of one operation: its success, the statuses the specification lists, and the two of infrastructure.
 * @param codes the problems that this operation answers with besides the common ones; each becomes an example.
 */
export const answers = <Success extends Record<number, TSchema>>(
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
