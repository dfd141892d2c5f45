import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { frameTexts } from '../../texts/frame.ts'

/** Time in milliseconds during which the user can undo a change. */
const undoMs = 10_000

/**
 * Shows a message about a change, with a button that undoes the change.
 * @param lastsMs time in milliseconds during which the user can undo the change.
 */
export function showUndo(message: string, undo: () => void, lastsMs = undoMs): void {
  let isUndone = false
  const id = notifications.show({
    autoClose: lastsMs,
    // Screen readers announce a message with this role without interrupting the user.
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap">
        {/* A long name without spaces wraps, so that it does not push the button out of the message. */}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            // Ignore a second press, because the button still works while the message fades out.
            if (isUndone) return
            isUndone = true
            notifications.hide(id)
            undo()
          }}
        >
          {frameTexts.undo}
        </Button>
      </Group>
    ),
  })
}
