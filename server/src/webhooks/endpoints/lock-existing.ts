import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockEndpoint } from './queries.ts'

export type LockedEndpoint = NonNullable<Awaited<ReturnType<typeof lockEndpoint>>>

/**
 * Finds an endpoint and locks its row until the transaction ends.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export async function lockExistingEndpoint(scope: OrganizationScope, id: Uuid): Promise<LockedEndpoint> {
  const endpoint = await lockEndpoint(scope, id)
  if (!endpoint) throw new Problem('webhook_endpoint_not_found')
  return endpoint
}
