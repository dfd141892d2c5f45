import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { incidentDetailTexts } from '../../texts/incident-detail.ts'

const texts = incidentDetailTexts.discard

/** Asks before another page is opened over what has not been saved. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true })
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={texts.title}>
      <Text size="sm">{texts.explanation}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          {texts.stay}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {texts.leave}
        </Button>
      </Group>
    </Modal>
  )
}
