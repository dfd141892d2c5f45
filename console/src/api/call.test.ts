import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates a response whose body fails after the first bytes. */
const truncatedResponse = () =>
  new Response(
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"data":')),
      pull: (body) => body.error(new TypeError('terminated')),
    }),
  )

test('call throws a network problem if a response breaks off in the middle', async () => {
  vi.stubGlobal('fetch', async () => truncatedResponse())
  await expect(call('GET', '/incidents')).rejects.toMatchObject({ name: 'ApiProblem', code: 'network', status: 0 })
})

test('an aborted call rejects with the reason of its abort signal', async () => {
  const reason = new Error('the page was left')
  const aborting = new AbortController()
  vi.stubGlobal('fetch', async () => {
    aborting.abort(reason)
    throw aborting.signal.reason
  })
  await expect(call('GET', '/incidents', { signal: aborting.signal })).rejects.toBe(reason)
})

test('call sends no request if its signal was aborted before the call', async () => {
  const send = vi.fn<() => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', send)
  const reason = new Error('the page was left')
  await expect(call('POST', '/incidents', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(send).not.toHaveBeenCalled()
})

/** Simulates a network that never responds: the promise rejects only on abort. */
const swallowed = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

const swallowedBody = (signal: AbortSignal) =>
  new Response(new ReadableStream({ pull: async (body) => swallowed(signal).catch((error) => body.error(error)) }))

test.each([
  ['no response comes', swallowed],
  ['the response stalls', swallowedBody],
])('call throws a no_answer problem after the time limit if %s', async (_, response) => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => response(signal))
  const [error] = await Promise.all([call('GET', '/incidents').catch((thrown) => thrown), vi.runAllTimersAsync()])
  expect(error).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
})

test('call leaves no timer running after a response that came in time', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await call('GET', '/incidents')
  expect(vi.getTimerCount()).toBe(0)
})
