import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TocsinClient, TocsinNetworkError, TocsinTimeoutError, type ClientOptions } from '@tocsin/client'
import { describe, expect, test } from 'vitest'
import { misbehaviours, startFlakyServer } from './support/flaky-server.ts'

const execute = promisify(execFile)
const { received, urlOf } = await startFlakyServer()

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  new TocsinClient({ baseUrl, apiKey: 'k', timeouts: { attemptMs: 300 }, retry: { firstDelayMs: 1 }, ...options })

describe('a creation on an unreliable server', () => {
  test.each(Object.keys(misbehaviours))(
    'a creation is retried with its clientRequestId after %s',
    async (misbehaviour) => {
      const clientRequestId = crypto.randomUUID()
      const signal = new AbortController().signal
      const client = clientOf(urlOf(misbehaviour, 2))
      expect(await client.incidents.create({ clientRequestId, name: 'Spill' }, { signal })).toMatchObject({
        id: 'created',
      })
      expect(received.filter((each) => each.clientRequestId === clientRequestId)).toHaveLength(3)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )

  test.each(Object.keys(misbehaviours))(
    'a creation fails with an error if every attempt gets %s',
    async (misbehaviour) => {
      const client = clientOf(urlOf(misbehaviour, 'Infinity'), { retry: { firstDelayMs: 1, attemptsMaximum: 2 } })
      await expect(client.incidents.create({ name: 'Spill' })).rejects.toMatchObject({
        name: expect.stringMatching(/^Tocsin(Problem|NetworkError|TimeoutError)$/),
        message: expect.stringMatching(/[^ :]\.$|rate_limited|unavailable/),
        attempts: 2,
      })
    },
  )
})

test('the error message has the URL, the status and the content type of a response that does not come from Tocsin', async () => {
  const url = urlOf('a page with status 200', 'Infinity')
  const failing = clientOf(url, { retry: { attemptsMaximum: 1 } }).incidents.create({ name: 'Spill' })
  await expect(failing).rejects.toThrow(`POST ${url}/incidents was answered (200, text/html) by something that is not`)
})

test('the error message says ECONNREFUSED if no server listens, even for a host name with several IP addresses', async () => {
  const listener = createServer()
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  const client = clientOf(`http://localhost:${port}/api/v1`, { retry: { attemptsMaximum: 1 } })
  const error = await client.incidents.create({ name: 'Spill' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TocsinNetworkError)
  expect((error as Error).message).toMatch(/^No response arrived: .*ECONNREFUSED.*\.$/)
})

test('an abort during a response or a pause rejects the call with the reason and leaves no listener on the signal', async () => {
  for (const misbehaviour of ['a response that never ends', 'no response']) {
    const controller = new AbortController()
    const clientRequestId = crypto.randomUUID()
    const client = clientOf(urlOf(misbehaviour, 'Infinity'), {
      timeouts: { attemptMs: Infinity, totalMs: Infinity },
      retry: { firstDelayMs: 1e9, delayMaximumMs: Infinity },
    })
    const creating = client.incidents.create({ clientRequestId, name: 'Spill' }, { signal: controller.signal })
    const reason = creating.catch((error: unknown) => error)
    await expect.poll(() => received.some((each) => each.clientRequestId === clientRequestId)).toBe(true)
    controller.abort(new Error('the user left'))
    expect(await reason).toEqual(new Error('the user left'))
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  }
})

test('a timeout of Infinity does not end a call at once', async () => {
  const client = clientOf(urlOf('no response', 0), { timeouts: { attemptMs: Infinity, totalMs: Infinity } })
  expect(await client.incidents.create({ name: 'Spill' })).toMatchObject({ id: 'created' })
})

test('a response that does not end before the timeout causes a TocsinTimeoutError', async () => {
  const client = clientOf(urlOf('a response that never ends', 'Infinity'), { retry: { attemptsMaximum: 1 } })
  await expect(client.incidents.create({ name: 'Spill' })).rejects.toBeInstanceOf(TocsinTimeoutError)
})

test('a process ends after its last call of the client, both after a success and after a failure', async () => {
  const program = join(import.meta.dirname, 'programs/create-and-end.ts')
  const urls = [urlOf('no response', 1), urlOf('a response that breaks off', 'Infinity'), urlOf('a redirection', 1)]
  const { stdout, stderr } = await execute(process.execPath, [program, ...urls])
  expect([stdout, stderr]).toEqual(['created\nTocsinNetworkError\ncreated\n', ''])
})
