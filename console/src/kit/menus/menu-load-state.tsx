import { Menu, Text } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'
import { messageOf } from '../feedback/message-of.ts'

interface MenuLoadStateProps {
  /** Error of the failed query; null while it is loading. */
  error: Error | null
  onRetry: () => void
}

/** Replaces the items of a menu while they load or after they failed to load. */
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
