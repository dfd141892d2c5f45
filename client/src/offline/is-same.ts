import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { QueueStore } from '../stores/store.ts'
import type { OfflineIncident } from './compose.ts'
import type { Addition, CreationEntry, QueueEntry } from './entry.ts'
import { referenceTo } from './find-entry.ts'

/**
 * Returns true if a creation equals the one in an entry, by the rule by which the server recognizes a retry: the order
 * of members and the notation of ids and times do not matter. Ignores the revision and the time that the queue added.
 * @param incident the output of `asSent`.
 */
export function isSameCreation({ id, body, queuedAt }: CreationEntry, incident: OfflineIncident): boolean {
  const madeAt = body.occurredAt === queuedAt ? { occurredAt: queuedAt } : {}
  const again = { ...incident, clientRequestId: id, configVersion: body.configVersion }
  return canonical(body) === canonical({ ...madeAt, ...normalizeCreation(again) })
}

/** Returns true if a comment or file equals the one in an entry. Files are equal if their names and sizes are. */
export async function isSameAddition(store: QueueStore, held: QueueEntry, addition: Addition): Promise<boolean> {
  if (held.kind === 'incident') return false
  // If the server has created the incident since, the addition refers to it by its id.
  const incident = await referenceTo(store, held.incident)
  return contentOf({ ...held, incident }) === contentOf(addition)
}

const contentOf = (addition: Addition): string => {
  if (addition.kind === 'comment') return canonical({ ...addition.incident, ...addition.comment })
  const { incident, fileName, sizeBytes } = addition
  return canonical({ ...incident, fileName, sizeBytes })
}

const canonical = (body: object): string =>
  JSON.stringify(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)))
