import { fieldErrors } from './field-errors.ts'
import { ProblemAlert } from './problem-alert.tsx'

interface FormProblemProps {
  error: Error | null
  /** The names of those that say themselves what is wrong with them. */
  fields: readonly string[]
}

/** Why a form was refused, where none of its fields says it. */
export const FormProblem = ({ error, fields }: FormProblemProps) => (
  <ProblemAlert error={Object.keys(fieldErrors(error, fields)).length > 0 ? null : error} />
)
