import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import classes from './shown-once.module.css'

const texts = frameTexts.shownOnce

interface ShownOnceProps {
  /** Text that says where to store the secret. */
  warning: string
  /** Label of the checkbox with which the user confirms that the secret is stored. */
  storedLabel: string
  onStored: () => void
  /** Fields with the secret. */
  children: ReactNode
}

/** Shows a new secret until the user confirms that it is stored. The secret cannot be shown again. */
export function ShownOnce({ warning, storedLabel, onStored, children }: ShownOnceProps) {
  const [isStored, setIsStored] = useState(false)
  // Block navigation inside the console and warn before the tab closes, because the secret would be lost.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true })
  return (
    <Stack>
      <Alert
        color="orange"
        variant="light"
        title={texts.title}
        icon={<IconAlertTriangle aria-hidden />}
        classNames={{ title: classes.warning!, icon: classes.warning! }}
      >
        {warning}
      </Alert>
      {children}
      <Group justify="space-between">
        <Checkbox
          label={storedLabel}
          checked={isStored}
          onChange={(event) => setIsStored(event.currentTarget.checked)}
        />
        <Button disabled={!isStored} onClick={onStored}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}
