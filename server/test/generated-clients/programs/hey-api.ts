import { createClient } from './generated/hey-api/client'
import * as api from './generated/hey-api'

/** Reports an incident and works on it with the client that hey-api has generated. Zod checks every response. */
export async function work(baseUrl: string, apiKey: string) {
  const client = createClient({ baseUrl, auth: apiKey, throwOnError: true })
  const created = await api.createIncident({
    client,
    throwOnError: true,
    body: { clientRequestId: crypto.randomUUID(), name: 'Freezer 3 is getting warm' },
  })
  const path = { id: created.data.id }
  const changed = await api.updateIncident({ client, throwOnError: true, path, body: { priority: 'MAJOR' } })
  const listed = await api.listIncidents({ client, throwOnError: true, query: { priority: 'MAJOR', limit: 10 } })
  const file = new File(['-14 °C'], 'reading.txt', { type: 'text/plain' })
  const uploaded = await api.attachIncidentMedia({ client, throwOnError: true, path, body: { file } })
  const batch = await api.batchIncidents({
    client,
    throwOnError: true,
    body: { items: [{ create: { clientRequestId: crypto.randomUUID(), name: ' ' } }] },
  })
  const rejected = await api.getIncident({ client, throwOnError: false, path: { id: crypto.randomUUID() } })
  return {
    id: created.data.id,
    priority: changed.data.priority,
    listedIds: listed.data.data.map(({ id }) => id),
    fileName: uploaded.data.fileName,
    rejectedItem: batch.data.results[0]?.problem?.errors[0]?.code,
    // This comparison compiles only because the type of `code` also allows codes of later versions.
    isKnown: rejected.error?.code !== 'added_later',
    rejection: rejected.error?.code,
  }
}
