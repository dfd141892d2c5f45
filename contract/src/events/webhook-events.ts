import Type from 'typebox'
import { pauseReasons, WebhookEndpoint } from '../api/webhook.ts'
import { Instant, oneOf, Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const { url, description, kinds } = WebhookEndpoint.properties
const fields = { url, description, kinds }
const endpointId = Uuid

export const webhookEndpointCreated = defineEvent({
  kind: 'webhook_endpoint.created',
  version: 1,
  meaning: 'A webhook endpoint was added.',
  isInFeed: false,
  data: { endpointId, ...fields },
})

export const webhookEndpointChanged = defineEvent({
  kind: 'webhook_endpoint.changed',
  version: 1,
  meaning: 'The address, description or kinds of a webhook endpoint were changed.',
  isInFeed: false,
  data: { endpointId, changes: changesOf(fields) },
})

export const webhookEndpointDeleted = defineEvent({
  kind: 'webhook_endpoint.deleted',
  version: 1,
  meaning: 'A webhook endpoint was deleted. The data are its last content.',
  isInFeed: false,
  data: { endpointId, ...fields },
})

export const webhookSecretRotated = defineEvent({
  kind: 'webhook_endpoint.secret_rotated',
  version: 1,
  meaning: 'A webhook endpoint got a new secret.',
  isInFeed: false,
  data: {
    endpointId,
    previousEndsAt: Type.String({ ...Instant, description: 'Time until which the previous secret also signs.' }),
  },
})

export const webhookEndpointPaused = defineEvent({
  kind: 'webhook_endpoint.paused',
  version: 1,
  meaning: 'Deliveries to a webhook endpoint were paused, by an administrator or after failures.',
  isInFeed: false,
  data: { endpointId, reason: oneOf(pauseReasons) },
})

export const webhookEndpointResumed = defineEvent({
  kind: 'webhook_endpoint.resumed',
  version: 1,
  meaning: 'Deliveries to a webhook endpoint were resumed.',
  isInFeed: false,
  data: { endpointId },
})

export const webhookEventSkipped = defineEvent({
  kind: 'webhook_endpoint.event_skipped',
  version: 1,
  meaning: 'An administrator skipped an event that a webhook endpoint held back.',
  isInFeed: false,
  data: { endpointId, eventId: Type.String({ format: 'uuid', description: 'Event that is not delivered.' }) },
})

export const webhookEventsReplayed = defineEvent({
  kind: 'webhook_endpoint.replayed',
  version: 1,
  meaning: 'An administrator had the events after a position delivered again.',
  isInFeed: false,
  data: { endpointId, after: Type.String({ description: 'Position after which the deliveries begin.' }) },
})
