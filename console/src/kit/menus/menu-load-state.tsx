import { Menu, Text } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'
import { messageOf } from '../feedback/message-of.ts'

interface MenuLoadStateProps {
  /** Error because of which the items could not be loaded; null while the items are loading. */
  error: Error | null
  onRetry: () => void
}

/** Menu item shown instead of the items of a menu while these load, or after loading failed. */
export function MenuLoadState({ error, onRetry }: MenuLoadStateProps) {
  if (!error) return <Menu.Item disabled>{frameTexts.loading}</Menu.Item>
  return (
    <Menu.Item
      closeMenuOnClick={false}
      onClick={({ currentTarget }) => {
        // Move the focus from this item to the menu, because the item is about to disappear. The arrow keys work while
        // the menu has the focus.
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
