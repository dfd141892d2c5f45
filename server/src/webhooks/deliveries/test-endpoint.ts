import { testKind, type WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { attemptSending } from './attempt.ts'
import { findTarget, insertAttempt } from './attempt-queries.ts'
import type { WebhookSender } from './sender.ts'

/**
 * Sends a test event to an endpoint, even if the endpoint is paused. If the test fails, it is not retried.
 * @returns the attempt, which is also logged.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export async function testEndpoint(scope: OrganizationScope, id: Uuid, sender: WebhookSender): Promise<WebhookAttempt> {
  const endpoint = await findTarget(scope, id)
  if (!endpoint) throw new Problem('webhook_endpoint_not_found')
  const event = {
    id: newId(),
    kind: testKind,
    kindVersion: 1,
    at: new Date().toISOString(),
    actorId: scope.actorId,
    keyId: scope.keyId,
    incidentId: null,
    data: {},
    incident: null,
    comment: null,
  }
  const delivery = { scope, endpoint, sender, ending: new AbortController().signal }
  const { retryAfterMs: _retryAfterMs, ...attempt } = await attemptSending(delivery, event, 1)
  // The endpoint may have been deleted while the server waited for the receiver.
  if (!(await insertAttempt(scope, id, attempt))) throw new Problem('webhook_endpoint_not_found')
  return attempt
}
