import { isSaidByFields } from './field-errors.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

interface FormProblemProps {
  error: Error | null
  /** The names of those that say themselves what is wrong with them. */
  fields: readonly string[]
}

/** Why a form was refused, where its fields do not say it all. */
export const FormProblem = ({ error, fields }: FormProblemProps) => (
  <ProblemAlert error={isSaidByFields(error, fields) ? null : error} />
)
