import { webhookEndpointResumed } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { makeRetriesDue } from '../deliveries/progress-queries.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { updateEndpoint } from './queries.ts'

/**
 * Resumes the deliveries to an endpoint, and makes every event that is held back due for an immediate retry. If the
 * endpoint is not paused, only the retries become due.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export function resumeEndpoint(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const { pausedAt } = await lockExistingEndpoint(inner, id)
    await updateEndpoint(inner, id, { pausedAt: null, pauseReason: null })
    await makeRetriesDue(inner, id)
    if (pausedAt !== null) await recordEvent(inner, webhookEndpointResumed({ endpointId: id }))
  })
}
