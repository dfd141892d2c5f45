import type { Database } from '../../../database/open.ts'
import { countAttempt } from './count-attempt.ts'
import { forgetFailures } from './queries.ts'
import type { FailureSubject } from './subject.ts'

/**
 * Checks a guess at a secret, with a limit of ten wrong guesses in 15 minutes.
 * @param isRight compares the guess with the secret. It is not called while the subject is locked.
 * @throws Problem `sign_in_locked` after too many wrong guesses.
 */
export async function checkGuess(
  database: Database,
  subject: FailureSubject,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await countAttempt(database, [{ subject }])
  if (!(await isRight())) return false
  await forgetFailures(database, [subject])
  return true
}
