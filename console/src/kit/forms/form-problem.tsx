import { isCoveredByFields } from './field-errors.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

interface FormProblemProps {
  error: Error | null
  /** Names of the fields that show their own errors. */
  fields: readonly string[]
}

/** Alert about a rejected form, unless its fields show everything. */
export const FormProblem = ({ error, fields }: FormProblemProps) => (
  <ProblemAlert error={isCoveredByFields(error, fields) ? null : error} />
)
