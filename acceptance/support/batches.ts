import { randomUUID } from 'node:crypto'
import { sendBatch } from './changes.ts'
import { creation } from './incidents.ts'
import type { BatchResult } from './resources.ts'

/** Makes a batch item that changes an incident, with a new idempotencyKey. */
export const patchOf = (id: string, body: unknown, more: object = {}) => ({
  patch: { id, idempotencyKey: randomUUID(), body, ...more },
})

/** Makes a batch item that creates an incident. */
export const creationOf = (fields: Record<string, unknown> = {}) => ({ create: creation(fields) })

/** Sends a batch. @throws Error if the server rejects the whole batch */
export async function resultsOf(items: unknown[]): Promise<BatchResult[]> {
  const { status, body, text } = await sendBatch(items)
  if (status !== 200) throw new Error(`the batch was rejected: ${status} ${text}`)
  return body.results
}

/** Expected result of a batch item that changes an incident. */
export const changed = (incidentId: string, version: number): BatchResult => ({
  status: 200,
  incidentId,
  version,
  isReplay: false,
  problem: null,
})

/** Returns the integers from 0 to `count` - 1. */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
