import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('one that was given up before is not sent', async () => {
  const send = vi.fn<() => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', send)
  const reason = new Error('the page was left')
  await expect(call('POST', '/incidents', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(send).not.toHaveBeenCalled()
})

/** What a network does that swallows everything: only giving up ends it. */
const swallowed = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

const swallowedBody = (signal: AbortSignal) =>
  new Response(new ReadableStream({ pull: async (body) => swallowed(signal).catch((error) => body.error(error)) }))

test.each([
  ['no answer that comes in time', swallowed],
  ['an answer that stops coming', swallowedBody],
])('%s is told as such', async (_, answer) => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => answer(signal))
  const [error] = await Promise.all([call('GET', '/incidents').catch((thrown) => thrown), vi.runAllTimersAsync()])
  expect(error).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
})

test('an answer in time leaves nothing that would run on', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await call('GET', '/incidents')
  expect(vi.getTimerCount()).toBe(0)
})
