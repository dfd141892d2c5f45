import { expect, test } from 'vitest'
import { fakeClock, fakeService, json } from '../../test/support/fake-service.ts'
import { TocsinClient } from '../client.ts'

test('events.list sends the position, the kinds and the limit of the query, and does not let the server wait', async () => {
  const { fetch, received } = fakeService(() =>
    json({ data: [{ position: 'e-2' }], meta: { position: 'e-5', count: 1, isLast: false } }),
  )
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, ...fakeClock() })
  expect(await client.events.list({ after: 'e-1', kinds: 'incident.created', limit: 3 })).toEqual({
    events: [{ position: 'e-2' }],
    position: 'e-5',
    isLast: false,
  })
  expect(received[0]!.url.search).toBe('?after=e-1&kind=incident.created&limit=3')
  expect(received[0]!.headers.prefer).toBeUndefined()
})
