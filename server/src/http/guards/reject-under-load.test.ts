import Fastify from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Problem } from '../../problem.ts'
import { rejectUnderLoad } from './reject-under-load.ts'

const loop = vi.hoisted(() => ({ mean: 0, enable: () => true, disable: () => true, reset: () => undefined }))
vi.mock(import('node:perf_hooks'), async (load) => ({ ...(await load()), monitorEventLoopDelay: () => loop as never }))

beforeEach(() => {
  loop.mean = 10e6
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

async function startApp() {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) => reply.code((error as Problem).status).send())
  await rejectUnderLoad(app)
  app.get('/', async () => 'answered')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return async () => (await app.inject('/')).statusCode
}

test('requests are rejected while the average delay of the event loop is above a second', async () => {
  const sendRequest = await startApp()
  loop.mean = 1_100e6
  vi.advanceTimersByTime(10_000)
  expect(await sendRequest()).toBe(503)
  loop.mean = 900e6
  vi.advanceTimersByTime(5_000)
  expect(await sendRequest()).toBe(200)
  loop.mean = NaN
  vi.advanceTimersByTime(5_000)
  expect(await sendRequest()).toBe(503)
})

test('requests are never rejected in the first ten seconds, because the load of the start does not count', async () => {
  const sendRequest = await startApp()
  loop.mean = 1_100e6
  vi.advanceTimersByTime(9_900)
  expect(await sendRequest()).toBe(200)
})

test('the load is measured even if the process has no free file descriptor', async () => {
  vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files, uv_resident_set_memory'), { code: 'EMFILE' })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const sendRequest = await startApp()
  vi.advanceTimersByTime(10_000)
  expect(await sendRequest()).toBe(200)
})
