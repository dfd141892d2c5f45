import { useForm, type UseFormReturnType } from '@mantine/form'
import type { CreateWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { required } from '../kit/forms/required.ts'
import { webhookTexts } from '../texts/webhooks.ts'

export interface EndpointEntries {
  url: string
  description: string
  choice: 'all' | 'some'
  kinds: string[]
}

export type EndpointForm = UseFormReturnType<EndpointEntries>

/** Names of the fields that show the violations of a rejected endpoint. */
export const endpointFields = ['url', 'description'] as const

/** Returns the form of a new endpoint, or of an existing one. */
export const useEndpointForm = (endpoint?: WebhookEndpoint): EndpointForm =>
  useForm<EndpointEntries>({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      choice: endpoint?.kinds ? 'some' : 'all',
      kinds: endpoint?.kinds ?? [],
    },
    validate: {
      url: required,
      kinds: (kinds, { choice }) => (choice === 'some' && kinds.length === 0 ? webhookTexts.form.kindsRequired : null),
    },
  })

export const toEndpoint = ({ url, description, choice, kinds }: EndpointEntries): Required<CreateWebhookEndpoint> => ({
  url: url.trim(),
  description: description.trim(),
  kinds: choice === 'all' ? null : kinds,
})
