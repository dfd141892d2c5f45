import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { ProblemAlert } from '../../frame/problem-alert.tsx'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import type { EditedDraft } from './edited-draft.ts'

const texts = configurationDraftTexts.discard

export function DiscardDialog({ draft, onClose }: { draft: EditedDraft; onClose: () => void }) {
  const navigate = useNavigate()
  const discard = useMutation({
    async mutationFn() {
      // A save that is on the way would otherwise come after, and begin a new draft.
      await draft.saveNow()
      await call('DELETE', '/configuration/draft')
    },
    async onSuccess() {
      draft.end()
      await navigate({ to: '/configuration' })
      notifications.show({ message: texts.done })
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.explanation}</Text>
        <ProblemAlert error={discard.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button color="red.9" loading={discard.isPending} onClick={() => discard.mutate()}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
