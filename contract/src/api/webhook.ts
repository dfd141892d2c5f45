import Type, { type Static } from 'typebox'
import { webhookDescriptionMaxLength, webhookUrlMaxLength } from '../limits.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'
import { FeedPosition } from './event.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: webhookUrlMaxLength,
  description: 'Address that receives the events: https, or http in a network that the operator has listed.',
  examples: ['https://example.com/hooks/tocsin'],
})
const Description = Type.String({ maxLength: webhookDescriptionMaxLength })
const Kinds = nullable(
  Type.Array(Type.String({ examples: ['incident.created'] }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Kinds of events to deliver; null for all kinds. docs/events.md lists them.',
  }),
)

export const pauseReasons = ['administrator', 'failures', 'gone', 'new_epoch'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Webhook endpoint: an address to which the events of the organization are delivered. */
export const WebhookEndpoint = Type.Object(
  {
    id: Uuid,
    url: Url,
    description: Description,
    kinds: Kinds,
    createdAt: Instant,
    pausedAt: nullable(
      Type.String({ format: 'date-time', description: 'Time at which the deliveries were paused; null if active.' }),
    ),
    pauseReason: nullable(
      Type.String({
        description:
          'administrator: paused by hand. failures: an event failed for 3 days. gone: the receiver answered 410. ' +
          'new_epoch: the database was restored.',
        'x-extensible-enum': [...pauseReasons, null],
      }),
    ),
    position: Type.String({
      description: 'Position in the feed up to which every event is delivered, skipped or held back.',
    }),
    eventsBehind: Type.Integer({ description: 'Number of positions between this endpoint and the newest event.' }),
    heldIncidents: Type.Integer({
      description: 'Incidents whose events are held back, because the delivery of one of them failed.',
    }),
    failingSince: nullable(
      Type.String({ format: 'date-time', description: 'Time of the first failure since the last delivery.' }),
    ),
    lastDeliveredAt: nullable(Instant),
    publicKey: Type.String({
      description: 'Key with which anybody can verify the `v1a` signatures: `whpk_` and base64.',
    }),
    previousSecretEndsAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'Time until which the secret from before the rotation also signs; null if it no longer does.',
      }),
    ),
  },
  { $id: 'WebhookEndpoint', additionalProperties: false },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/**
 * Webhook endpoint with its `secret`. Only the operations that create an endpoint or rotate its secret return the
 * secret.
 */
export const IssuedWebhookEndpoint = Type.Object(
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({ description: 'Key with which to verify the `v1` signatures: `whsec_` and base64.' }),
  },
  { $id: 'IssuedWebhookEndpoint', additionalProperties: false },
)
export type IssuedWebhookEndpoint = Static<typeof IssuedWebhookEndpoint>

export const CreateWebhookEndpoint = Type.Object(
  { url: Url, description: Type.Optional(Description), kinds: Type.Optional(Kinds) },
  {
    $id: 'CreateWebhookEndpoint',
    additionalProperties: false,
    examples: [{ url: 'https://example.com/hooks/tocsin', kinds: ['incident.created', 'incident.changed'] }],
  },
)
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>

/** Request body that changes a webhook endpoint, as a JSON merge patch. */
export const PatchWebhookEndpoint = Type.Object(
  { url: Type.Optional(Url), description: Type.Optional(Description), kinds: Type.Optional(Kinds) },
  { $id: 'PatchWebhookEndpoint', additionalProperties: false, examples: [{ kinds: ['incident.created'] }] },
)
export type PatchWebhookEndpoint = Static<typeof PatchWebhookEndpoint>

/** One attempt to deliver an event to a webhook endpoint. */
export const WebhookAttempt = Type.Object(
  {
    id: Uuid,
    eventId: Type.String({ format: 'uuid', description: 'Event, and value of the header `webhook-id`.' }),
    position: nullable(Type.String({ description: 'Position of the event; null for a test.' })),
    kind: Type.String({ description: 'Kind of the event; `webhook.test` for a test.' }),
    incidentId: nullable(Uuid),
    number: Type.Integer({ description: 'Number of this attempt to deliver the event, from 1.' }),
    at: Instant,
    durationMs: Type.Integer(),
    isDelivered: Type.Boolean({ description: 'True if the receiver answered with a status from 200 to 299.' }),
    status: nullable(Type.Integer({ description: 'HTTP status of the response; null if there was none.' })),
    error: nullable(Type.String({ description: 'Cause of the failure in words; null if delivered.' })),
    request: Type.String({ description: 'First 4 KiB of the request body.' }),
    answer: Type.String({ description: 'First KiB of the body of the response.' }),
  },
  { $id: 'WebhookAttempt', additionalProperties: false },
)
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const SkipWebhookEvent = Type.Object(
  { eventId: Type.String({ format: 'uuid', description: 'Event that the endpoint holds back after a failure.' }) },
  {
    $id: 'SkipWebhookEvent',
    additionalProperties: false,
    examples: [{ eventId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77' }],
  },
)
export type SkipWebhookEvent = Static<typeof SkipWebhookEvent>

export const ReplayWebhookEvents = Type.Object(
  { after: FeedPosition },
  { $id: 'ReplayWebhookEvents', additionalProperties: false, examples: [{ after: 'c81e728d-1042' }] },
)
export type ReplayWebhookEvents = Static<typeof ReplayWebhookEvents>

/** Kind of the event that is sent to test a webhook endpoint. The feed never contains events of this kind. */
export const testKind = 'webhook.test'
