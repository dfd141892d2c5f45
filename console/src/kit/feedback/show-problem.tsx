import { notifications } from '@mantine/notifications'
import { isProblem } from '../../api/api-problem.ts'
import { messageOf } from './message-of.ts'
import { RequestId } from './request-id.tsx'

/**
 * Shows a notification about a failed action. Use it in `onError` of mutations whose errors are not shown on the page.
 * @param title text that names the failed action.
 */
export function showProblem(title: string, error: Error): void {
  // Show no notification if the session has ended, because the sign-in page opens instead.
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
