import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import { mapSchema, referenceTo, type Document, type Schema } from './document.ts'

/** Adds the webhooks of OpenAPI 3.1 to the document: one for each kind of event in the feed. */
export function describeWebhooks(document: Document): void {
  const served = catalogue.filter(({ isInFeed }) => isInFeed)
  const webhooks = Object.fromEntries(
    served.map(({ kind, version, meaning, data }) => [kind, webhookOf(kind, version, meaning, data)]),
  )
  Object.assign(document, { webhooks })
}

const webhookOf = (kind: string, version: number, meaning: string, data: object) => ({
  post: {
    operationId: `receive-${kind.replaceAll(/[._]/g, '-')}`,
    summary: meaning,
    description: 'Sent to the webhook endpoints that receive this kind. Verify the signature before using the event.',
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              referenceTo('Event'),
              {
                type: 'object',
                properties: {
                  kind: { const: kind },
                  kindVersion: { const: version },
                  data: mapSchema({ ...data }, convert),
                },
              },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event is delivered. Any other response makes the server repeat it.' },
      '410': { description: 'The receiver no longer exists. The endpoint is paused.' },
    },
  },
})

/**
 * Converts a schema of an event's data for OpenAPI. Allows members that later versions may add, and writes tuples as
 * JSON Schema 2020-12 does.
 */
function convert({ additionalProperties, additionalItems: _closed, items, ...schema }: Schema): Schema {
  return {
    ...schema,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(items !== undefined && (Array.isArray(items) ? { prefixItems: items } : { items })),
  }
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const headers = [
  header('webhook-id', 'Id of the event, the same in every attempt.', '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970.', '1772353800'),
  header(
    'webhook-signature',
    'Signatures `v1` (HMAC-SHA256) and `v1a` (Ed25519), separated by spaces, as Standard Webhooks describes them.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
