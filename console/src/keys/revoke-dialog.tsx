import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/api-key.ts'
import { call } from '../api/call.ts'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { formatAge } from '../texts/format.ts'
import { keyTexts } from '../texts/keys.ts'
import { keysQuery } from './queries.ts'

const texts = keyTexts.revoke

export function RevokeDialog({ revoking, onClose }: { revoking: ApiKey | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={revoking !== undefined}
      onClose={onClose}
      title={revoking ? texts.title(revoking.name) : ''}
      transitionProps={{ duration: 0 }}
    >
      {revoking && <Confirmation revoking={revoking} onClose={onClose} />}
    </Modal>
  )
}

function Confirmation({ revoking, onClose }: { revoking: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, lastUsedAt, state } = revoking
  const revoke = useMutation({
    mutationFn: () => call('POST', `/keys/${id}/revoke`),
    async onSuccess() {
      await queryClient.invalidateQueries(keysQuery)
      notifications.show({ message: texts.done(name) })
      onClose()
    },
  })
  return (
    <Stack>
      <ProblemAlert error={revoke.error} />
      <Text>{texts.explanation}</Text>
      <Text>{lastUsedAt ? texts.lastUsed(formatAge(lastUsedAt)) : texts.neverUsed}</Text>
      {state === 'being_replaced' && <Text>{texts.successorStays}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keyTexts.form.cancel}
        </Button>
        <Button color="red.8" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {texts.submit}
        </Button>
      </Group>
    </Stack>
  )
}
