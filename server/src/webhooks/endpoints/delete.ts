import { webhookEndpointDeleted } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { deleteEndpointRow } from './queries.ts'

/**
 * Deletes an endpoint with its secrets and the log of its attempts. No further events are delivered to it.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export function deleteEndpoint(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const { url, description, kinds } = await lockExistingEndpoint(inner, id)
    await deleteEndpointRow(inner, id)
    await recordEvent(inner, webhookEndpointDeleted({ endpointId: id, url, description, kinds }))
  })
}
