import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  isUnsaved: () => boolean
  /**
   * Saves the changes when the user wants to leave the page. If saving succeeds, the user is not asked for
   * confirmation.
   */
  save?: () => Promise<unknown>
  /** Discards the unsaved changes after the user has confirmed. */
  onLeave?: () => void
  question?: typeof frameTexts.leave
}

/**
 * Asks for confirmation if the user opens another page while there are unsaved changes. If the user closes the window,
 * the browser asks its own question.
 */
export function LeaveGuard({ isUnsaved, save, onLeave, question = frameTexts.leave }: LeaveGuardProps) {
  const blocker = useBlocker({
    async shouldBlockFn({ current, next }) {
      if (placeOf(current) === placeOf(next) || !isUnsaved()) return false
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

/** Returns a text that identifies the work of the user: the page and, in the split view, the open incident. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  `${pathname} ${'open' in search ? String(search.open) : ''}`
