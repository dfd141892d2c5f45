import { randomUUID } from 'node:crypto'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationScope } from '../../../server/src/scope.ts'
import { AddressGuard } from '../../../server/src/webhooks/deliveries/address-guard.ts'
import { insertAttempt } from '../../../server/src/webhooks/deliveries/attempt-queries.ts'
import { createEndpoint } from '../../../server/src/webhooks/endpoints/create.ts'

interface EndpointOptions {
  /** Address of the receiver; by default an address at which nothing listens. */
  url?: string
  description?: string
  kinds?: string[]
}

/** Creates a webhook endpoint with the description “ERP”. */
export async function addEndpoint(scope: OrganizationScope, options: EndpointOptions = {}): Promise<Uuid> {
  const id = uuidv7()
  const guard = new AddressGuard('127.0.0.0/8')
  await createEndpoint(scope, id, { url: 'http://127.0.0.1:9/hook', description: 'ERP', ...options }, guard)
  return id
}

/** Adds an invented attempt to the log of an endpoint. No request was sent for this attempt. */
export async function logAttempt(
  scope: OrganizationScope,
  endpointId: Uuid,
  fields: Partial<Omit<WebhookAttempt, 'position'>> = {},
): Promise<void> {
  const id = uuidv7()
  await insertAttempt(scope, endpointId, {
    id,
    eventId: randomUUID(),
    position: null,
    kind: 'webhook.test',
    incidentId: null,
    number: 1,
    at: new Date().toISOString(),
    durationMs: 35,
    isDelivered: true,
    status: 204,
    error: null,
    request: '{}',
    answer: '',
    ...fields,
  })
}
