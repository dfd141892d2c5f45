import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** An answer whose body breaks off after its first bytes. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"data":')),
      pull: (body) => body.error(new TypeError('terminated')),
    }),
  )

test('an answer that breaks off is one that did not come', async () => {
  vi.stubGlobal('fetch', async () => brokenOff())
  await expect(call('GET', '/incidents')).rejects.toMatchObject({ name: 'ApiProblem', code: 'network', status: 0 })
})

test('one that is not waited for any more tells why', async () => {
  const reason = new Error('the page was left')
  const aborting = new AbortController()
  vi.stubGlobal('fetch', async () => {
    aborting.abort(reason)
    throw aborting.signal.reason
  })
  await expect(call('GET', '/incidents', { signal: aborting.signal })).rejects.toBe(reason)
})
