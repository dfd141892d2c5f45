import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'

/**
 * Finds the attempts whose event still holds its incident back: the latest attempt of an incident, if it failed. An
 * event that was skipped stays among them until a later event of its incident is tried.
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
    // A test delivery has no position and holds nothing back. All events without an incident wait for each other.
    if (attempt.position !== null && !latest.has(attempt.incidentId)) latest.set(attempt.incidentId, attempt)
  }
  return new Set([...latest.values()].filter(({ isDelivered }) => !isDelivered).map(({ id }) => id))
}
