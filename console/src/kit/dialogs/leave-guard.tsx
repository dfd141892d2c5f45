import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  isUnsaved: () => boolean
  /** Tries to save the changes first. If saving succeeds, the user is not asked. */
  save?: () => Promise<unknown>
  /** Discards the unsaved changes after the user has confirmed. */
  onLeave?: () => void
  question?: typeof frameTexts.leave
}

/**
 * Asks for confirmation before the user leaves a page with unsaved changes for another page. Before the window closes,
 * the browser shows its own question.
 */
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
