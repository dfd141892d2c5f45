import { frameTexts } from '../../texts/frame.ts'
import { isCoveredByFields } from './field-errors.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

interface FormProblemProps {
  error: Error | null
  /** Names of all form fields that can show an error message below the field. */
  fields: readonly string[]
}

/** Alert about the error of a form. Renders nothing if the messages at the form fields describe the whole error. */
export const FormProblem = ({ error, fields }: FormProblemProps) => (
  <ProblemAlert title={frameTexts.problem.save} error={isCoveredByFields(error, fields) ? null : error} />
)
