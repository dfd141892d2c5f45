import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Response whose body breaks off after its first bytes. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"data":')),
      pull: (body) => body.error(new TypeError('terminated')),
    }),
  )

test('reports a response that breaks off as a network problem', async () => {
  vi.stubGlobal('fetch', async () => brokenOff())
  await expect(call('GET', '/incidents')).rejects.toMatchObject({ name: 'ApiProblem', code: 'network', status: 0 })
})

test('rejects an aborted call with the reason of its signal', async () => {
  const reason = new Error('the page was left')
  const aborting = new AbortController()
  vi.stubGlobal('fetch', async () => {
    aborting.abort(reason)
    throw aborting.signal.reason
  })
  await expect(call('GET', '/incidents', { signal: aborting.signal })).rejects.toBe(reason)
})

test('does not send a call that was aborted beforehand', async () => {
  const send = vi.fn<() => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', send)
  const reason = new Error('the page was left')
  await expect(call('POST', '/incidents', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(send).not.toHaveBeenCalled()
})

/** Network that swallows everything: only an abort ends the wait. */
const swallowed = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

const swallowedBody = (signal: AbortSignal) =>
  new Response(new ReadableStream({ pull: async (body) => swallowed(signal).catch((error) => body.error(error)) }))

test.each([
  ['a missing response', swallowed],
  ['a response that stalls', swallowedBody],
])('reports %s as no_answer after the time limit', async (_, answer) => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => answer(signal))
  const [error] = await Promise.all([call('GET', '/incidents').catch((thrown) => thrown), vi.runAllTimersAsync()])
  expect(error).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
})

test('leaves no timer running after a response in time', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await call('GET', '/incidents')
  expect(vi.getTimerCount()).toBe(0)
})
