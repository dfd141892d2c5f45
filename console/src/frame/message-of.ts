import { ApiProblem } from '../api/api-problem.ts'
import { frameTexts } from '../texts/frame.ts'

/** What went wrong, in a sentence for the user. */
export const messageOf = (error: Error): string =>
  error instanceof ApiProblem ? error.message : frameTexts.problem.unexpected
