import { useState } from 'react'
import type { PatchWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { call } from '../../api/call.ts'
import { isSame } from '../../api/is-same.ts'
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx'
import { fieldErrors } from '../../kit/forms/field-errors.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { EndpointFields } from '../endpoint-fields.tsx'
import { endpointFields, toEndpoint, useEndpointForm, type EndpointEntries } from '../endpoint-form.ts'
import { nameOf } from '../endpoint-name.ts'
import { pathOf } from '../queries.ts'
import { useEndpointChange } from '../use-endpoint-change.ts'

const texts = webhookTexts.form

/** Dialog that changes the address, the description and the events of an endpoint. */
export function EditDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  // Compare with the endpoint that the form began with, because the page reads the endpoint again every few seconds.
  const [opened] = useState(endpoint)
  const form = useEndpointForm(opened)
  const save = useEndpointChange((entries: EndpointEntries) => send(opened, entries), {
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldErrors(error, endpointFields)),
  })
  return (
    <FormDialog
      title={texts.editTitle(nameOf(endpoint))}
      submit={texts.save}
      onSubmit={form.onSubmit((entries) => save.mutate(entries))}
      isPending={save.isPending}
      error={save.error}
      fields={endpointFields}
      onClose={onClose}
    >
      <EndpointFields form={form} />
    </FormDialog>
  )
}

/** Sends only the fields that were changed, so that changes by other administrators are not overwritten. */
function send(endpoint: WebhookEndpoint, entries: EndpointEntries): Promise<WebhookEndpoint> {
  const changed = Object.entries(toEndpoint(entries)).filter(
    ([field, value]) => !isSame(value, endpoint[field as keyof PatchWebhookEndpoint]),
  )
  const body: PatchWebhookEndpoint = Object.fromEntries(changed)
  return call<WebhookEndpoint>('PATCH', pathOf(endpoint.id), { body })
}
