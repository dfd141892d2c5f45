import { expect, test } from 'vitest'
import { fakeService } from '../../test/support/fake-service.ts'
import { TocsinClient } from '../client.ts'

/** Id that cannot be part of a URL, because half of a character is missing. */
const id = 'incident-\ud800'

test.each<[string, (client: TocsinClient) => Promise<unknown>]>([
  ['incidents.get', ({ incidents }) => incidents.get(id)],
  ['incidents.update', ({ incidents }) => incidents.update(id, { name: 'Leak' })],
  ['incidents.delete', ({ incidents }) => incidents.delete(id)],
  ['incidents.restore', ({ incidents }) => incidents.restore(id)],
  ['incidents.media.urls', ({ incidents }) => incidents.media.urls(id, id)],
  ['comments.get', ({ comments }) => comments.get(id)],
  ['comments.update', ({ comments }) => comments.update(id, { message: 'Gone' })],
  ['comments.media.urls', ({ comments }) => comments.media.urls(id, id)],
])('%s returns a rejected promise if an id cannot be part of a URL, and sends nothing', async (_, call) => {
  const { fetch, received } = fakeService()
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch })
  // If `call` threw an error instead of returning a rejected promise, this `catch` would not catch the error.
  const error: unknown = await call(client).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(URIError)
  expect(received).toEqual([])
})
