import { describe, expect, test } from 'vitest'
import { creationOf, numbers, resultsOf } from './support/batches.ts'
import { integration } from './support/client.ts'
import { createIncident, listedIds, tryCreation, unique } from './support/incidents.ts'
import { invalidRequest, type Rejection, rejected, rejectionOf } from './support/rejection.ts'

const send = (json: unknown) => integration.post('/incidents/batch', json)

describe('a batch that is rejected as a whole', () => {
  test.each<[string, (item: unknown) => unknown, Rejection]>([
    ['no items', () => ({}), invalidRequest('/items required')],
    ['an empty list', () => ({ items: [] }), invalidRequest('/items too_short')],
    ['201 items', (item) => ({ items: numbers(201).map(() => item) }), invalidRequest('/items too_long')],
    ['an object as items', (item) => ({ items: { 0: item } }), invalidRequest('/items wrong_type')],
    ['an unknown field', (item) => ({ items: [item], atomic: true }), invalidRequest('/atomic field_not_allowed')],
    ['a list', (item) => [item], invalidRequest(' wrong_type')],
  ])('batch-incidents answers 400 to a body with %s, and stores nothing', async (_, bodyOf, rejection) => {
    const externalId = unique('batch')

    expect(rejectionOf(await send(bodyOf(creationOf({ externalId }))))).toEqual(rejection)
    expect(await listedIds({ externalId })).toEqual([])
  })

  test('batch-incidents rejects only the items whose texts contain NUL, even if there are more than 100 such texts', async () => {
    const items = [
      creationOf({ tags: numbers(150).map((tag) => `${tag}\0`) }),
      creationOf(),
      '\0',
      creationOf({ name: 'a\0' }),
    ]

    const results = await resultsOf(items)

    expect(results.map(({ status }) => status)).toEqual([400, 201, 400, 400])
    expect(results[0]!.problem!.errors).toHaveLength(100)
    expect(results[3]!.problem).toMatchObject({ code: 'invalid_incident' })
  })

  test('batch-incidents accepts a body of 4 MiB and rejects a body with one more byte', async () => {
    const text = JSON.stringify({ items: [creationOf()] })
    const ofBytes = (bytes: number) =>
      integration.send('POST', '/incidents/batch', {
        body: text.padEnd(bytes),
        headers: { 'content-type': 'application/json' },
      })

    expect(rejectionOf(await ofBytes(4 * 1024 * 1024 + 1))).toEqual(rejected(400, 'body_too_large'))
    expect((await ofBytes(4 * 1024 * 1024)).status).toBe(200)
  })

  test('other operations still reject a body of more than 1 MiB', async () => {
    const { id } = await createIncident()
    const description = 'x'.repeat(1024 * 1024)

    const responses = [await tryCreation({ description }), await integration.patch(`/incidents/${id}`, { description })]

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => rejected(400, 'body_too_large')))
  })
})
