import { normalizeCreation } from '@tocsin/contract/creation/normalize-creation.ts'
import type { CreateIncident } from '../generated/resources.ts'
import type { OfflineIncident } from './compose.ts'
import type { CreationEntry } from './entry.ts'

/**
 * Whether a creation is the one in an entry, by the rule with which the server recognizes a retry: whatever the order
 * and the spelling. What the queue itself added to the body is not compared: the revision, which may differ now, and
 * the time.
 * @param incident as it will be sent.
 */
export function isSameCreation({ id, body, queuedAt }: CreationEntry, incident: OfflineIncident): boolean {
  const madeAt = body.occurredAt === queuedAt ? { occurredAt: queuedAt } : {}
  const again = { ...incident, clientRequestId: id, configVersion: body.configVersion }
  return canonical(body) === canonical({ ...madeAt, ...normalizeCreation(again) })
}

const canonical = (body: CreateIncident): string =>
  JSON.stringify(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)))
