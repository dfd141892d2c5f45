import { Menu, Text } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'
import { messageOf } from '../feedback/message-of.ts'

interface MenuLoadStateProps {
  /** Why they could not be read; null while they are on their way. */
  error: Error | null
  onRetry: () => void
}

/** Takes the place of a menu's items while they are loading, which is not the same as having none. */
export function MenuLoadState({ error, onRetry }: MenuLoadStateProps) {
  if (!error) return <Menu.Item disabled>{frameTexts.loading}</Menu.Item>
  return (
    <Menu.Item
      closeMenuOnClick={false}
      onClick={({ currentTarget }) => {
        // This item is about to disappear; the arrow keys continue from the menu.
        currentTarget.closest<HTMLElement>('[role=menu]')?.focus()
        onRetry()
      }}
    >
      {messageOf(error)}{' '}
      <Text span inherit fw={600}>
        {frameTexts.problem.retry}
      </Text>
    </Menu.Item>
  )
}
