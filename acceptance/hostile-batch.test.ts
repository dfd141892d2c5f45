import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ApiResponse } from './support/client.ts'
import { hostileValues, unreadableValues } from './support/hostile-values.ts'
import { createIncident, creation } from './support/incidents.ts'
import type { BatchResult } from './support/resources.ts'
import { sendBytes } from './support/wire.ts'

const incident = await createIncident()
const placeholder = '@hostile@'

/** Functions that make batch items with a placeholder for a hostile value, keyed by the place of the placeholder. */
const places: Record<string, () => unknown[]> = {
  'an item': () => [placeholder],
  'a creation': () => [{ create: placeholder }],
  'the name of a creation': () => [{ create: creation({ name: placeholder }) }],
  'the clientRequestId of a creation': () => [{ create: creation({ clientRequestId: placeholder }) }],
  'a patch': () => [{ patch: placeholder }],
  'the id of a patch': () => [{ patch: { id: placeholder, body: {} } }],
  'the ifMatch of a patch': () => [{ patch: { id: incident.id, ifMatch: placeholder, body: {} } }],
  'the idempotencyKey of a patch': () => [{ patch: { id: incident.id, idempotencyKey: placeholder, body: {} } }],
  'the body of a patch': () => [{ patch: { id: incident.id, body: placeholder } }],
  'the description in a patch': () => [{ patch: { id: incident.id, body: { description: placeholder } } }],
  'an unknown field beside a creation': () => [{ create: creation(), other: placeholder }],
}

/** Appends a valid creation to `items`, replaces the placeholder by `value`, and sends the batch. */
function sendWith(
  items: unknown[],
  value: Buffer,
  clientRequestId: string,
): Promise<ApiResponse<{ results: BatchResult[] }>> {
  const text = JSON.stringify({ items: [...items, { create: creation({ clientRequestId }) }] })
  const [before = '', after = ''] = text.split(JSON.stringify(placeholder))
  const body = Buffer.concat([Buffer.from(before), value, Buffer.from(after)])
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return sendBytes({ method: 'POST', target: '/incidents/batch', headers, body })
}

const isAnswered = (result: BatchResult | undefined): boolean =>
  result !== undefined &&
  [200, 201, 400, 404, 412].includes(result.status) &&
  (result.problem === null) === result.status < 300

test.each(Object.entries(places))(
  'a batch with a hostile value as %s is rejected as a whole, or has a result for the item and still creates the next incident',
  async (_, items) => {
    const violations: string[] = []
    for (const { what, value } of hostileValues) {
      const { status, body } = await sendWith(items(), value, randomUUID())
      const [result, next, ...others] = status === 200 ? body.results : []
      const isFine = isAnswered(result) && next?.status === 201 && others.length === 0
      if (status !== 400 && !isFine) violations.push(`${what}: ${status}, ${result?.status}, ${next?.status}`)
    }

    expect(violations).toEqual([])
  },
)

test('answers 400 to a batch that is not JSON or not UTF-8', async () => {
  const violations: string[] = []
  for (const { what, value } of unreadableValues) {
    const { status } = await sendWith([placeholder], value, randomUUID())
    if (status !== 400) violations.push(`${what}: ${status}`)
  }

  expect(violations).toEqual([])
})
