import { webhookEndpointResumed } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { makeRetriesDue } from '../deliveries/held-queries.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { updateEndpoint } from './queries.ts'

/**
 * Resumes the deliveries to an endpoint. Every event whose delivery failed becomes due for an immediate retry, even if
 * the endpoint was not paused.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export function resumeEndpoint(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const { pausedAt } = await lockExistingEndpoint(inner, id)
    await updateEndpoint(inner, id, { pauseReason: null })
    await makeRetriesDue(inner, id)
    if (pausedAt !== null) await recordEvent(inner, webhookEndpointResumed({ endpointId: id }))
  })
}
