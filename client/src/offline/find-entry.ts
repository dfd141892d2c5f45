import type { QueueStore } from '../stores/store.ts'
import type { IncidentReference, QueueEntry } from './entry.ts'
import { QueueError } from './queue-error.ts'

/** @throws QueueError `unknown_entry`. */
export async function requireEntry(store: QueueStore, id: string): Promise<QueueEntry> {
  const entry = await store.read(id)
  if (!entry) throw new QueueError('unknown_entry')
  return entry
}

/** @throws QueueError `unknown_entry` for what is not damaged either. */
export async function requireDamaged(store: QueueStore, id: string): Promise<{ id: string; state: 'damaged' }> {
  if (!(await store.damaged?.())?.includes(id)) throw new QueueError('unknown_entry')
  return { id, state: 'damaged' }
}

/**
 * Reduces a receipt or an incident's id to the reference that an entry stores, to find the incident once it exists.
 * @throws QueueError `unknown_incident` for a creation that is not in the queue.
 */
export async function referenceTo(store: QueueStore, incident: IncidentReference): Promise<IncidentReference> {
  if ('incidentId' in incident && incident.incidentId) return { incidentId: incident.incidentId }
  const clientRequestId = 'clientRequestId' in incident ? String(incident.clientRequestId).toLowerCase() : ''
  const entry = await store.read(clientRequestId)
  if (entry?.kind !== 'incident') throw new QueueError('unknown_incident')
  return entry.incidentId === undefined ? { clientRequestId } : { incidentId: entry.incidentId }
}
