import { ProblemDetails } from '@tocsin/contract/problem.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { TSchema } from 'typebox'

const descriptions = {
  400: 'The request breaks a rule.',
  401: 'The API key is missing or not accepted, or lacks the scope.',
  404: 'Something that the request names does not exist in this organization.',
  429: 'Too many requests; wait as long as `Retry-After` says.',
  500: 'The server failed.',
  503: 'Not available for the moment; wait as long as `Retry-After` says.',
} as const

type ProblemStatus = keyof typeof descriptions

/** The answers of one operation: its success, the statuses the specification lists, and the two of infrastructure. */
export const answers = <Success extends Record<number, TSchema>>(success: Success, statuses: ProblemStatus[]) => ({
  ...success,
  ...(Object.fromEntries(
    [...statuses, 429 as const, 503 as const].map((status) => [
      status,
      {
        description: descriptions[status],
        content: { 'application/problem+json': { schema: ref(ProblemDetails) } },
      },
    ]),
  ) as Record<never, never>),
})
