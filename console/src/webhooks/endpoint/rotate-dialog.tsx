import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { SecretDialog } from '../../kit/dialogs/secret-dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { nameOf } from '../endpoint-name.ts'
import { IssuedEndpoint } from '../issued-endpoint.tsx'
import { pathOf } from '../queries.ts'

const texts = webhookTexts

interface RotateDialogProps {
  opened: boolean
  endpoint: WebhookEndpoint
  onClose: () => void
}

/** Dialog that gives an endpoint a new secret and then shows this secret once. */
export function RotateDialog({ opened, endpoint, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<IssuedWebhookEndpoint>()
  const rotate = useMutation({
    mutationFn: () => call<IssuedWebhookEndpoint>('POST', `${pathOf(endpoint.id)}/rotate-secret`),
    onSuccess(response) {
      setIssued(response)
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const close = () => {
    setIssued(undefined)
    rotate.reset()
    onClose()
  }
  const name = nameOf(endpoint)
  return (
    <SecretDialog
      opened={opened}
      onClose={close}
      title={issued ? texts.issued.title(name) : texts.rotate.title(name)}
      secret={issued && <IssuedEndpoint issued={issued} onStored={close} />}
    >
      <Stack>
        <ProblemAlert title={texts.rotate.failed} error={rotate.error} />
        <Text size="sm">{texts.rotate.explanation}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {frameTexts.cancel}
          </Button>
          <Button data-autofocus loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.rotate.submit}
          </Button>
        </Group>
      </Stack>
    </SecretDialog>
  )
}
