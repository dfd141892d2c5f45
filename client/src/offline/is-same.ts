import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { QueueStore } from '../stores/store.ts'
import type { OfflineIncident } from './compose.ts'
import type { Addition, CreationEntry, QueueEntry } from './entry.ts'
import { referenceTo } from './find-entry.ts'

/**
 * Returns true if a creation has the same content as an entry. The order of members and the notation of ids and times
 * do not matter, as on the server. The revision and the time that the queue added to the entry are ignored.
 * @param incident the output of `asSent`.
 */
export function isSameCreation({ id, body, queuedAt }: CreationEntry, incident: OfflineIncident): boolean {
  const madeAt = body.occurredAt === queuedAt ? { occurredAt: queuedAt } : {}
  const again = { ...incident, clientRequestId: id, configVersion: body.configVersion }
  return canonical(body) === canonical({ ...madeAt, ...normalizeCreation(again) })
}

/**
 * Returns true if a comment, file or change has the same content as an entry. Two files count as equal if their names
 * and sizes are equal. The check ignores the version on which a change is based, as the server does.
 */
export async function isSameAddition(store: QueueStore, stored: QueueEntry, addition: Addition): Promise<boolean> {
  if (stored.kind === 'incident' || stored.kind !== addition.kind) return false
  // After a creation is sent, new references contain the incident id instead of the clientRequestId. Convert the stored
  // reference in the same way, so that both can be compared.
  const incident = await referenceTo(store, stored.incident)
  return contentOf({ ...stored, incident }) === contentOf(addition)
}

const contentOf = (addition: Addition): string => {
  if (addition.kind === 'comment') return canonical({ ...addition.incident, ...addition.comment })
  if (addition.kind === 'change') return canonical({ ...addition.incident, ...addition.patch })
  const { incident, fileName, sizeBytes } = addition
  return canonical({ ...incident, fileName, sizeBytes })
}

const canonical = (body: object): string =>
  JSON.stringify(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)))
