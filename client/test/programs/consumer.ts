import { TocsinError, TocsinProblem, type Incident, type Priority, type TocsinClient } from '@tocsin/client'
import type { OfflineQueue } from '@tocsin/client/offline'
import { replicate, type ReplicaStore } from '@tocsin/client/replicate'
import { FileStore } from '@tocsin/client/stores/file'
import { IndexedDbStore } from '@tocsin/client/stores/indexed-db'
import { MemoryStore } from '@tocsin/client/stores/memory'
import { verifyWebhook } from '@tocsin/client/webhooks'

/** Uses the types of the package. This function is compiled against the installed package alone, and never run. */
export async function consume(client: TocsinClient): Promise<Priority[]> {
  const priorities: Priority[] = []
  for await (const incident of client.incidents.list({
    priority: ['MAJOR', 'CRITICAL'],
    startAt: new Date(),
    sort: [{ key: 'priority', descending: true }, { key: 'name' }],
  })) {
    const whole: Incident = incident
    priorities.push(whole.priority)
  }
  // @ts-expect-error: URGENT is not a priority.
  client.incidents.list({ priority: 'URGENT' })
  // @ts-expect-error: only the server sets the state.
  await client.incidents.create({ name: 'Spill', stateId: '' }).catch((error: unknown) => {
    if (error instanceof TocsinProblem && error.code === 'invalid_incident') return error.violations
    throw error
  })
  await client.comments.create('id', { message: 'Seen' }).catch(async (error: unknown) => {
    if (!(error instanceof TocsinError)) throw error
    const { idempotencyKey } = error
    await client.comments.create('id', { message: 'Seen' }, { idempotencyKey })
    const options = { timeouts: { totalMs: undefined }, retry: { attemptsMaximum: undefined }, onAnswer: undefined }
    await client.incidents.create({ clientRequestId: idempotencyKey, externalId: undefined }, options)
  })
  for (const store of [new MemoryStore(), await FileStore.open('queue'), await IndexedDbStore.open()]) {
    const queue: OfflineQueue = await client.offline(store)
    queue.on('parked', ({ entry, problem }) => void [entry.queuedAt, problem.code])
    const result = await queue.create({ name: 'Spill' })
    if (result.isQueued) await queue.comment(result, { message: result.values.name })
    else throw new Error(result.violations.map(({ message }) => message).join('\n'))
  }
  const store: ReplicaStore = { checkpoint: async () => undefined, apply: async () => undefined }
  for await (const { changes } of replicate(client, store, { waitSeconds: undefined, signal: undefined })) {
    priorities.push(...changes.incidents.map(({ priority }) => priority))
  }
  const event = await verifyWebhook({ body: '', headers: new Headers(), secret: ['whsec_AAAA'], publicKey: undefined })
  await verifyWebhook({ body: new Uint8Array(), headers: { 'webhook-id': event.id }, now: undefined })
  return priorities
}
