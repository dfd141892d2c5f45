import { afterEach, expect, test, vi } from 'vitest'
import { chunk } from './chunk.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const missing = new TypeError('Failed to fetch dynamically imported module')

test('a script that does not come in time is told as such', async () => {
  vi.useFakeTimers()
  const never = new Promise<never>(() => {})
  const [error] = await Promise.all([chunk(never).catch((thrown) => thrown), vi.runAllTimersAsync()])
  expect(error).toMatchObject({ name: 'ApiProblem', code: 'no_answer' })
})

test('one that is missing while the server is there is told as what it is', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await expect(chunk(Promise.reject(missing))).rejects.toBe(missing)
})

test('one that is missing because nothing can be reached is told as that', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(chunk(Promise.reject(missing))).rejects.toMatchObject({ name: 'ApiProblem', code: 'network' })
})
