import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'

/**
 * Finds the failed attempts that hold their incidents back: the latest attempt of each incident, if this attempt
 * failed. The attempt of a skipped event is included until a later event of its incident is tried.
 * @param attempts attempts of one endpoint, latest first.
 * @returns the ids of the attempts.
 */
export function heldBack(
  attempts: readonly Pick<WebhookAttempt, 'id' | 'incidentId' | 'position' | 'isDelivered'>[],
  { heldIncidents }: Pick<WebhookEndpoint, 'heldIncidents'>,
): Set<string> {
  if (heldIncidents === 0) return new Set()
  const latest = new Map<string | null, (typeof attempts)[number]>()
  for (const attempt of attempts) {
    // Leave out test deliveries, which have no position and delay no events. Events without an incident count together
    // as one incident, because they delay each other.
    if (attempt.position !== null && !latest.has(attempt.incidentId)) latest.set(attempt.incidentId, attempt)
  }
  return new Set([...latest.values()].filter(({ isDelivered }) => !isDelivered).map(({ id }) => id))
}
