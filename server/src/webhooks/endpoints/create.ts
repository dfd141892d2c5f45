import type { CreateWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { webhookEndpointCreated } from '@tocsin/contract/events/webhook-events.ts'
import { webhookEndpointsMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { AddressGuard } from '../deliveries/address-guard.ts'
import { checkEndpoint } from './check.ts'
import { countEndpoints, insertEndpoint, insertSecret } from './queries.ts'
import { newWebhookSecret } from './secret.ts'

/**
 * Creates a webhook endpoint with a new secret. The next event of the organization is the first that is delivered to
 * the endpoint.
 * @param id id of the new endpoint.
 * @throws Problem `invalid_request` for a URL or a kind of event that is not allowed, Problem
 *   `too_many_webhook_endpoints`.
 */
export async function createEndpoint(
  scope: OrganizationScope,
  id: Uuid,
  { url, description = '', kinds = null }: CreateWebhookEndpoint,
  guard: AddressGuard,
): Promise<void> {
  checkEndpoint({ url, kinds }, guard)
  await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    if ((await countEndpoints(inner)) >= webhookEndpointsMaximum) throw new Problem('too_many_webhook_endpoints')
    await insertEndpoint(inner, id, { url, description, kinds })
    await insertSecret(inner, { endpointId: id, id: newId(), ...newWebhookSecret() })
    await recordEvent(inner, webhookEndpointCreated({ endpointId: id, url, description, kinds }))
  })
}
