import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { webhookEventSkipped } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { NIL as noIncident } from 'uuid'
import { nextKeyOf } from '../../feed/event-keys.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint, type LockedEndpoint } from '../endpoints/lock-existing.ts'
import { updateEndpoint } from '../endpoints/queries.ts'
import {
  lockHeldBy,
  lockHeldOfOtherKinds,
  markSkipped,
  moveHeld,
  releaseHeld,
  type HeldIncident,
} from './held-queries.ts'

/**
 * Skips an event whose delivery to an endpoint keeps failing, so that the later events of its incident are delivered.
 * @throws Problem `webhook_endpoint_not_found`, Problem `webhook_event_not_held` if no delivery of the event has
 *   failed.
 */
export function skipEvent(scope: OrganizationScope, endpointId: Uuid, eventId: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const endpoint = await lockExistingEndpoint(inner, endpointId)
    const held = await lockHeldBy(inner, endpointId, eventId)
    if (!held) throw new Problem('webhook_event_not_held')
    await updateEndpoint(inner, endpointId, {})
    await giveUp(inner, endpoint, held)
    await recordEvent(inner, webhookEventSkipped({ endpointId, eventId }))
  })
}

/**
 * Gives up the failed events whose kinds an endpoint no longer receives. Otherwise these events would be retried, and
 * would pause the endpoint after 3 days.
 */
export async function giveUpOtherKinds(scope: OrganizationScope, endpoint: Receiving, kinds: string[]): Promise<void> {
  for (const held of await lockHeldOfOtherKinds(scope, endpoint.id, kinds)) {
    await giveUp(scope, { ...endpoint, kinds }, held)
  }
}

type Receiving = Pick<LockedEndpoint, 'id' | 'kinds' | 'position'>

/** Gives up the failed event that holds an incident back, so that the next event of the incident is due. */
async function giveUp(
  scope: OrganizationScope,
  { id: endpointId, kinds, position: until }: Receiving,
  { incidentId, position: after }: HeldIncident,
): Promise<void> {
  await markSkipped(scope, endpointId, after)
  // Search only up to the position that the endpoint has reached. The feed returns later events anyway.
  const next = await nextKeyOf(scope, {
    incidentId: incidentId === noIncident ? null : incidentId,
    after,
    until,
    kinds: kinds ?? feedKinds,
  })
  if (next) await moveHeld(scope, endpointId, { incidentId, eventId: next.id, position: next.position })
  else await releaseHeld(scope, endpointId, incidentId)
}
