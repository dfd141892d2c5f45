import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  isUnsaved: () => boolean
  /** Saves before the user is asked. A success makes the question unnecessary. */
  save?: () => Promise<unknown>
  /** Discards the unsaved work once the user confirms. */
  onLeave?: () => void
  question?: typeof frameTexts.leave
}

/** Asks before another page replaces unsaved work. The browser asks before the window is closed. */
export function LeaveGuard({ isUnsaved, save, onLeave, question = frameTexts.leave }: LeaveGuardProps) {
  const blocker = useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname || !isUnsaved()) return false
      await save?.().catch(() => undefined)
      return isUnsaved()
    },
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    onLeave?.()
    blocker.proceed()
  }
  const { title, explanation, confirm, cancel } = question
  return (
    <ConfirmDialog {...{ title, confirm, cancel }} onConfirm={leave} onClose={blocker.reset}>
      <Text size="sm">{explanation}</Text>
    </ConfirmDialog>
  )
}
