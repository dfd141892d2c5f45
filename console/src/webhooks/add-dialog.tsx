import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssuedWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { SecretDialog } from '../kit/dialogs/secret-dialog.tsx'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormButtons } from '../kit/forms/form-buttons.tsx'
import { FormProblem } from '../kit/forms/form-problem.tsx'
import { Form } from '../kit/forms/form.tsx'
import { webhookTexts } from '../texts/webhooks.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { endpointFields, toEndpoint, useEndpointForm, type EndpointEntries } from './endpoint-form.ts'
import { nameOf } from './endpoint-name.ts'
import { IssuedEndpoint } from './issued-endpoint.tsx'

const texts = webhookTexts

/** Dialog that adds a webhook endpoint and then shows its secret once. */
export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedWebhookEndpoint>()
  const close = () => {
    setIssued(undefined)
    onClose()
  }
  return (
    <SecretDialog
      opened={opened}
      onClose={close}
      title={issued ? texts.issued.title(nameOf(issued)) : texts.add}
      secret={issued && <IssuedEndpoint issued={issued} onStored={close} />}
    >
      <AddForm onAdded={setIssued} onCancel={close} />
    </SecretDialog>
  )
}

function AddForm({ onAdded, onCancel }: { onAdded: (issued: IssuedWebhookEndpoint) => void; onCancel: () => void }) {
  const queryClient = useQueryClient()
  const form = useEndpointForm()
  const add = useMutation({
    mutationFn: (entries: EndpointEntries) =>
      call<IssuedWebhookEndpoint>('POST', '/webhook-endpoints', { body: toEndpoint(entries) }),
    onSuccess(issued) {
      onAdded(issued)
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
    onError: (error) => form.setErrors(fieldErrors(error, endpointFields)),
  })
  return (
    <Form onSubmit={form.onSubmit((entries) => add.mutate(entries))} error={add.error}>
      <Stack>
        <FormProblem error={add.error} fields={endpointFields} />
        <EndpointFields form={form} />
        <FormButtons submit={texts.form.submit} isPending={add.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  )
}
