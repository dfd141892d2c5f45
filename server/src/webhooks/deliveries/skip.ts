import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { webhookEventSkipped } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { NIL as noIncident } from 'uuid'
import { nextKeyOf } from '../../feed/event-keys.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint } from '../endpoints/lock-existing.ts'
import { updateEndpoint } from '../endpoints/queries.ts'
import { lockHeldBy, markSkipped, moveHeld, releaseHeld } from './held-queries.ts'

/**
 * Skips an event whose delivery to an endpoint keeps failing, so that the later events of its incident are delivered.
 * @throws Problem `webhook_endpoint_not_found`, Problem `webhook_event_not_held` if no delivery of the event has
 *   failed.
 */
export function skipEvent(scope: OrganizationScope, endpointId: Uuid, eventId: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const { kinds, position: until } = await lockExistingEndpoint(inner, endpointId)
    const held = await lockHeldBy(inner, endpointId, eventId)
    if (!held) throw new Problem('webhook_event_not_held')
    await updateEndpoint(inner, endpointId, {})
    await markSkipped(inner, endpointId, held.position)
    const { incidentId, position: after } = held
    // Search only up to the position that the endpoint has reached. Later events will be read from the feed anyway.
    const next = await nextKeyOf(inner, {
      incidentId: incidentId === noIncident ? null : incidentId,
      after,
      until,
      kinds: kinds ?? feedKinds,
    })
    if (next) await moveHeld(inner, endpointId, { incidentId, eventId: next.id, position: next.position })
    else await releaseHeld(inner, endpointId, incidentId)
    await recordEvent(inner, webhookEventSkipped({ endpointId, eventId }))
  })
}
