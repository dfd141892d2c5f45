import { notifications } from '@mantine/notifications'
import { isProblem } from '../../api/api-problem.ts'
import { messageOf } from './message-of.ts'
import { RequestId } from './request-id.tsx'

/**
 * Reports a failed action that has no place of its own on the page, or none that is still shown; for the `onError` of
 * mutations.
 * @param title says what has failed.
 */
export function showProblem(title: string, error: Error): void {
  // The sign-in page is about to open and says what happened.
  if (isProblem(error, 'not_signed_in')) return
  notifications.show({
    color: 'red',
    title,
    message: (
      <>
        {messageOf(error)}
        {isProblem(error, 'internal_error') && <RequestId error={error} />}
      </>
    ),
    autoClose: 10_000,
    role: 'alert',
  })
}
