import { TocsinClient } from '../../src/client.ts'
import type { CreationConfiguration } from '../../src/generated/resources.ts'
import type { OfflineIncident } from '../../src/offline/compose.ts'
import { OfflineQueue, type OfflineOptions } from '../../src/offline/queue.ts'
import type { QueuedIncident } from '../../src/offline/receipt.ts'
import { MemoryStore } from '../../src/stores/memory.ts'
import { aComment, aFile, anIncident, fakeClock, fakeService, json, type Reaction } from './fake-service.ts'

export const madeAt = '2026-03-01T12:00:00.000Z'
export const configuration: CreationConfiguration = {
  revision: 4,
  publishedAt: '2026-01-01T00:00:00.000Z',
  types: [],
  categories: [],
  profiles: [{ id: 'p', name: 'Standard', fields: { name: { rule: 'required' } } }],
  defaultProfileId: 'p',
}

/** Makes a service that returns the given configuration and empty lists, and answers 201 to every other request. */
export const workingWith =
  (current: CreationConfiguration): Reaction =>
  ({ method, url, body }) => {
    const path = url.pathname.slice('/api/v1'.length)
    if (path.startsWith('/creation-configurations')) return json(current, 200, { etag: `"${current.revision}"` })
    if (method === 'GET') return json({ data: [], meta: { nextCursor: null } })
    return json(createdBy(path, `id of ${(body as { clientRequestId?: string }).clientRequestId ?? 'another'}`), 201)
  }
export const working = workingWith(configuration)

/** Makes the body of a successful response to a POST request to `path`. */
function createdBy(path: string, id: string): object {
  if (path.startsWith('/comments')) return aComment(id)
  return path.endsWith('/media') ? aFile(id) : anIncident(id)
}

/**
 * Opens a queue with a fake service. The service answers with the current `service.react`, which a test can replace.
 */
export async function open(store: MemoryStore = new MemoryStore()) {
  const service = { react: working as Reaction }
  const { fetch, received } = fakeService((request, signal) => service.react(request, signal))
  const { clock } = fakeClock()
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, clock })
  const queue = await OfflineQueue.open(client, store, { clock })
  await queue.refresh()
  received.length = 0
  /** Opens the queue again at a later time, like an app that starts again. */
  const reopenAt = (time: string, options: OfflineOptions = {}) =>
    OfflineQueue.open(client, store, { clock: { now: () => Date.parse(time) }, ...options })
  return { queue, service, received, store, client, reopenAt }
}

export async function create(queue: OfflineQueue, incident: OfflineIncident): Promise<QueuedIncident> {
  const result = await queue.create(incident)
  if (!result.isQueued) throw new Error(JSON.stringify(result))
  return result
}
