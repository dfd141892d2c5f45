import { ApiProblem } from '../api/api-problem.ts'

/** What is wrong with fields of a form, by their names; empty where the refusal is about something else. */
export function fieldErrors(error: Error, names: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  if (error.code === 'email_taken') return { email: error.message }
  const found = names.flatMap((name) => {
    const message = error.messageAt(`/${name}`)
    return message === undefined ? [] : [[name, message] as const]
  })
  return Object.fromEntries(found)
}
