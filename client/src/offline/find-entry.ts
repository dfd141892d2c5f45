import type { QueueStore } from '../stores/store.ts'
import type { IncidentReference, QueueEntry } from './entry.ts'
import { QueueError } from './queue-error.ts'

/** Reads an entry. @throws QueueError `unknown_entry` if the store has no entry with this id. */
export async function requireEntry(store: QueueStore, id: string): Promise<QueueEntry> {
  const entry = await store.read(id)
  if (!entry) throw new QueueError('unknown_entry')
  return entry
}

/** Finds a damaged entry. @throws QueueError `unknown_entry` if no damaged entry has this id. */
export async function requireDamaged(store: QueueStore, id: string): Promise<{ id: string; state: 'damaged' }> {
  if (!(await store.damaged?.())?.includes(id)) throw new QueueError('unknown_entry')
  return { id, state: 'damaged' }
}

/**
 * Returns the reference to an incident in the form that entries store: the id of the incident if the queue knows that
 * id, otherwise the clientRequestId.
 * @param incident a receipt of the queue, or a reference to an incident.
 * @throws QueueError `unknown_incident` if the queue has no creation with the given clientRequestId.
 */
export async function referenceTo(store: QueueStore, incident: IncidentReference): Promise<IncidentReference> {
  // Use lower case, as responses do, so that the queue recognizes all changes of one incident.
  if ('incidentId' in incident && incident.incidentId) return { incidentId: String(incident.incidentId).toLowerCase() }
  const clientRequestId = 'clientRequestId' in incident ? String(incident.clientRequestId).toLowerCase() : ''
  const entry = await store.read(clientRequestId)
  if (entry?.kind !== 'incident') throw new QueueError('unknown_incident')
  return entry.incidentId === undefined ? { clientRequestId } : { incidentId: entry.incidentId }
}
