import { Notifications, notifications, useNotifications, type NotificationData } from '@mantine/notifications'
import { useEffect, useRef, type FocusEvent } from 'react'
import { regainFocusOnPage } from '../dialogs/regain-focus.ts'

const messageOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.mantine-Notification-root') ?? null

/**
 * Shows messages in a corner of the window. A message stays while it has the focus or the mouse is over it. When a
 * message with the focus closes, the previously focused element gets the focus back.
 */
export function Messages() {
  const { notifications: shown } = useNotifications()
  /** Element that had the focus before the focus moved to a message. */
  const former = useRef<HTMLElement | null>(null)
  const paused = useRef<NotificationData>(undefined)

  useEffect(() => {
    const active = document.activeElement as HTMLElement | null
    const message = messageOf(active)
    if (!message || shown.some(({ id }) => id === message.id)) return
    // Move the focus while the message fades out, because nothing has the focus once the message is removed.
    active?.blur()
    regainFocusOnPage(former.current)
  }, [shown])

  function pause({ target, relatedTarget }: FocusEvent): void {
    // When the user returns to the window, `relatedTarget` is null, and `former` is still right.
    if (relatedTarget && !messageOf(relatedTarget)) former.current = relatedTarget as HTMLElement
    const focused = shown.find(({ id }) => id === messageOf(target)?.id)
    paused.current = focused
    if (focused) notifications.update({ ...focused, autoClose: false })
  }

  function resume(): void {
    const focused = shown.find(({ id }) => id === paused.current?.id)
    if (focused) notifications.update({ ...focused, autoClose: paused.current?.autoClose })
    paused.current = undefined
  }

  return <Notifications position="bottom-right" transitionDuration={150} onFocus={pause} onBlur={resume} />
}
