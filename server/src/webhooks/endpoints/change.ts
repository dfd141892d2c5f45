import type { PatchWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { webhookEndpointChanged } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { AddressGuard } from '../deliveries/address-guard.ts'
import { makeRetriesDue } from '../deliveries/held-queries.ts'
import { giveUpOtherKinds } from '../deliveries/skip.ts'
import { checkEndpoint } from './check.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { updateEndpoint } from './queries.ts'

/**
 * Changes the URL, the description or the kinds of events of an endpoint. The change applies from the next delivery on.
 * If the URL changes, failed events are retried immediately. Failed events of kinds that the endpoint no longer
 * receives are given up.
 * @throws Problem `webhook_endpoint_not_found`, Problem `invalid_request`.
 */
export async function changeEndpoint(
  scope: OrganizationScope,
  id: Uuid,
  patch: PatchWebhookEndpoint,
  guard: AddressGuard,
): Promise<void> {
  checkEndpoint(patch, guard)
  await scope.transaction(async (inner) => {
    const endpoint = await lockExistingEndpoint(inner, id)
    const { url, description, kinds } = endpoint
    const before = { url, description, kinds }
    const changes = changesBetween(before, { ...before, ...patch })
    if (!changes) return
    await updateEndpoint(inner, id, patch)
    if (changes.url) await makeRetriesDue(inner, id)
    if (patch.kinds) await giveUpOtherKinds(inner, endpoint, patch.kinds)
    await recordEvent(inner, webhookEndpointChanged({ endpointId: id, changes }))
  })
}
