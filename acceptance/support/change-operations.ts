import type { BatchItem, ItemResult, TocsinClient } from '../../client/src/client.ts'
import { at, uuid, type Operations } from './client-operation.ts'

/** Operations that change, delete or restore incidents, each with the matching call of the client. */
export const changeOperations: Operations = [
  [
    'PATCH',
    at(`/incidents/${uuid}`),
    (client, { segments, json, idempotencyKey, ifMatch }) =>
      client.incidents.update(segments[0]!, json, { ...idempotencyKey, ...ifMatch }),
  ],
  [
    'DELETE',
    at(`/incidents/${uuid}`),
    (client, { segments, idempotencyKey, ifMatch }) =>
      client.incidents.delete(segments[0]!, { ...idempotencyKey, ...ifMatch }),
  ],
  [
    'POST',
    at(`/incidents/${uuid}/restore`),
    (client, { segments, json, idempotencyKey }) =>
      Object.keys(json).length === 0 ? client.incidents.restore(segments[0]!, idempotencyKey) : undefined,
  ],
  ['POST', at('/incidents/batch'), (client, { json }) => batchOf(client, json)],
]

/**
 * Sends a batch through the client. Returns undefined if the client would reject the items, add missing values or send
 * several batches.
 */
function batchOf(client: TocsinClient, { items, ...others }: Record<string, unknown>): Promise<unknown> | undefined {
  if (Object.keys(others).length > 0 || !Array.isArray(items)) return undefined
  if (items.length < 1 || items.length > 200 || !items.every(isBatchItem)) return undefined
  return client.incidents.batch(items).then(({ results }) => ({ results: results.map(asSent) }))
}

/** Returns true if the types of the client allow the fields of the item. Does not check the values of the fields. */
function isBatchItem(item: unknown): item is BatchItem {
  if (!isObject(item) || Object.keys(item).length !== 1) return false
  return isObject(item.create) ? item.create.clientRequestId !== undefined : isObject(item.patch)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Turns the result of an item back into the form in which the server sent it. */
function asSent(result: ItemResult): object {
  const { status } = result
  if (result.problem)
    return { status, incidentId: null, version: null, isReplay: false, problem: result.problem.details }
  const { incidentId, version, isReplay } = result
  return { status, incidentId, version, isReplay, problem: null }
}
