import { afterEach, expect, test, vi } from 'vitest'
import { chunk } from './chunk.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const missing = new TypeError('Failed to fetch dynamically imported module')

test('chunk throws a no_answer problem if a script does not arrive in time', async () => {
  vi.useFakeTimers()
  const never = new Promise<never>(() => {})
  const [error] = await Promise.all([chunk(never).catch((thrown) => thrown), vi.runAllTimersAsync()])
  expect(error).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
})

test('chunk rethrows the error of the import if a script is missing although the server responds', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await expect(chunk(Promise.reject(missing))).rejects.toBe(missing)
})

test('chunk throws a network problem if a script is missing because the server is unreachable', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(chunk(Promise.reject(missing))).rejects.toMatchObject({ name: 'ApiProblem', code: 'network' })
})
