import { expect, test } from 'vitest'
import { fakeClock, fakeService, json } from '../../test/support/fake-service.ts'
import { TocsinClient } from '../client.ts'

test('a page of a list has the feed position from the headers of its response', async () => {
  const response = { data: [], meta: { nextCursor: null } }
  const { fetch, received } = fakeService(({ url }) =>
    json(response, 200, url.pathname.endsWith('/locations') ? {} : { 'tocsin-feed-position': 'e-7' }),
  )
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, ...fakeClock() })
  expect((await client.incidents.list().page()).feedPosition).toBe('e-7')
  expect((await client.comments.listAll({ limit: 200 }).page()).feedPosition).toBe('e-7')
  expect((await client.locations.list().page()).feedPosition).toBeUndefined()
  expect(received[1]!.url.pathname + received[1]!.url.search).toBe('/api/v1/comments?limit=200')
})

test('an iteration over a list throws the reason of the signal as soon as the caller aborts, even within a page', async () => {
  const { fetch } = fakeService(() => json({ data: ['a', 'b', 'c'], meta: { nextCursor: null } }))
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, ...fakeClock() })
  const controller = new AbortController()
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const item of client.incidents.list({}, { signal: controller.signal })) {
      seen.push(item)
      controller.abort(new Error('the user left'))
    }
  })()
  await expect(reading).rejects.toThrow('the user left')
  expect(seen).toEqual(['a'])
})
