import { notifications } from '@mantine/notifications'
import { isProblem } from '../api/api-problem.ts'
import { frameTexts } from '../texts/frame.ts'
import { messageOf } from './message-of.ts'

/** Reports a failed action that has no place of its own on the page; the `onError` of such mutations. */
export const showProblem = (error: Error): void => showProblemOf(frameTexts.problem.title, error)

/**
 * As `showProblem`, for somebody who is on another page by now.
 * @param title says what has failed.
 */
export function showProblemOf(title: string, error: Error): void {
  // The sign-in page is about to open and says what happened.
  if (isProblem(error, 'not_signed_in')) return
  notifications.show({
    color: 'red',
    title,
    message: messageOf(error),
    autoClose: 10_000,
    role: 'alert',
  })
}
