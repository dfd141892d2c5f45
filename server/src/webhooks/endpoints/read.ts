import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { writePosition } from '../../events/position.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findEndpoints, type EndpointRow } from './queries.ts'
import { formatPublicKey, formatSecret } from './secret.ts'

export const listEndpoints = async (scope: OrganizationScope): Promise<WebhookEndpoint[]> =>
  (await findEndpoints(scope)).map(describe)

/** @throws Problem `webhook_endpoint_not_found`. */
export const readEndpoint = async (scope: OrganizationScope, id: Uuid): Promise<WebhookEndpoint> =>
  describe(await findExisting(scope, id))

/**
 * Reads an endpoint with its secret. Only the responses of the operations that create an endpoint or rotate its secret
 * contain the secret.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export async function readIssued(scope: OrganizationScope, id: Uuid): Promise<IssuedWebhookEndpoint> {
  const row = await findExisting(scope, id)
  return { ...describe(row), secret: formatSecret(row.hmacKey) }
}

async function findExisting(scope: OrganizationScope, id: Uuid): Promise<EndpointRow> {
  const [row] = await findEndpoints(scope, id)
  if (!row) throw new Problem('webhook_endpoint_not_found')
  return row
}

function describe({ epoch, position, hmacKey: _hmacKey, signingKey, ...others }: EndpointRow): WebhookEndpoint {
  return {
    ...others,
    position: writePosition({ epoch, number: position }),
    publicKey: formatPublicKey(signingKey),
  }
}
