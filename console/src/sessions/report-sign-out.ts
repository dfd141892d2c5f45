import { notifications } from '@mantine/notifications'

interface SignOutMessage {
  /** Id of the message. A message with the same id is shown only once. */
  id: string
  title: string
  message: string
}

/**
 * Shows a message if the session ends while an action is running, because the action then stays incomplete. The message
 * stays on the sign-in page until somebody signs in.
 * @param action promise of the action.
 * @param session signal of the session in which the user began the action, see `endOfSession`.
 * @param describe called when the session ends. Returns undefined if the user has cancelled the action.
 */
export async function reportSignOut(
  action: Promise<unknown>,
  session: AbortSignal,
  describe: () => SignOutMessage | undefined,
): Promise<void> {
  const report = () => {
    const message = describe()
    if (message) notifications.show({ ...message, color: 'orange', autoClose: false, role: 'alert' })
  }
  session.addEventListener('abort', report)
  await action.catch(() => undefined)
  session.removeEventListener('abort', report)
}
