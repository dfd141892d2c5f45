import { webhookEventsReplayed } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import { checkPosition } from '../../feed/read.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint } from '../endpoints/lock-existing.ts'
import { updateEndpoint } from '../endpoints/queries.ts'
import { makeRetriesDue, releaseHeldAfter } from './held-queries.ts'

/**
 * Makes the server deliver all events after a position of the feed once more, with the same ids as before. Undelivered
 * events up to the position are still delivered, and retries become due. If the endpoint is paused, the deliveries
 * begin when it is resumed.
 * @param after position as the API writes it.
 * @throws Problem `webhook_endpoint_not_found`, Problem `position_unknown`, Problem `position_expired`.
 */
export function replayEvents(scope: OrganizationScope, endpointId: Uuid, after: string): Promise<void> {
  return scope.transaction(async (inner) => {
    const { position, deliveredAhead } = await lockExistingEndpoint(inner, endpointId)
    const { number } = await checkPosition(inner, after)
    // Never move the endpoint forwards, because it would then miss undelivered events.
    const progress = {
      position: Math.min(position, number),
      deliveredAhead: deliveredAhead.filter((delivered) => delivered <= number),
    }
    await updateEndpoint(inner, endpointId, { progress })
    await releaseHeldAfter(inner, endpointId, number)
    await makeRetriesDue(inner, endpointId)
    await recordEvent(inner, webhookEventsReplayed({ endpointId, after }))
  })
}
