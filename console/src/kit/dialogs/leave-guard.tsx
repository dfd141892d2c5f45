import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  isUnsaved: () => boolean
  /** Tried before anybody is asked. */
  save?: () => Promise<unknown>
  /** Discards it, once the user leaves. */
  onLeave?: () => void
  question?: typeof frameTexts.leave
}

/** Asks before another page is opened over what is not saved; when the window is closed, the browser asks. */
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
  const { title, explanation, confirm, keep } = question
  return (
    <ConfirmDialog {...{ title, confirm, keep }} onConfirm={leave} onClose={blocker.reset}>
      <Text size="sm">{explanation}</Text>
    </ConfirmDialog>
  )
}
