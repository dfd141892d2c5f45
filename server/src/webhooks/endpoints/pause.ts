import type { PauseReason } from '@tocsin/contract/api/webhook.ts'
import { webhookEndpointPaused } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { pauseEverywhere, updateEndpoint } from './queries.ts'

/**
 * Pauses the deliveries to an endpoint. No event is lost: once the endpoint is resumed, the deliveries continue where
 * they stopped. Does nothing if the endpoint is already paused.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export function pauseEndpoint(scope: OrganizationScope, id: Uuid, reason: PauseReason): Promise<void> {
  return scope.transaction(async (inner) => {
    const { pausedAt } = await lockExistingEndpoint(inner, id)
    if (pausedAt !== null) return
    await updateEndpoint(inner, id, { pauseReason: reason })
    await recordEvent(inner, webhookEndpointPaused({ endpointId: id, reason }))
  })
}

/**
 * Pauses the endpoints of all organizations, and locks the rows of all endpoints. Call this function when a new epoch
 * of the feeds begins.
 */
export const pauseAllEndpoints = async (database: Database): Promise<void> => {
  await pauseEverywhere(database)
}
