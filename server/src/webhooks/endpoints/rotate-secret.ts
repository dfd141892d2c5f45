import { webhookSecretRotated } from '@tocsin/contract/events/webhook-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockExistingEndpoint } from './lock-existing.ts'
import { endSecret, insertSecret, updateEndpoint } from './queries.ts'
import { newWebhookSecret } from './secret.ts'

/**
 * Gives an endpoint a new secret. For 24 hours, every delivery is also signed with the previous secret, so that the
 * receiver has time to change to the new one.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export function rotateSecret(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    await lockExistingEndpoint(inner, id)
    const previousEndsAt = await endSecret(inner, id)
    await insertSecret(inner, { endpointId: id, id: newId(), ...newWebhookSecret() })
    // Update the endpoint to end its lease, so that the next delivery is signed with both secrets.
    await updateEndpoint(inner, id, {})
    await recordEvent(inner, webhookSecretRotated({ endpointId: id, previousEndsAt }))
  })
}
