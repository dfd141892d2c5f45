import { notifications } from '@mantine/notifications'
import { isProblem } from '../../api/api-problem.ts'
import { messageOf } from './message-of.ts'
import { RequestId } from './request-id.tsx'

/**
 * Shows a notification about a failed action, for the `onError` of mutations without an alert on the page.
 * @param title names the failed action.
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
