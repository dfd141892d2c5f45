import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

const gate = () => Promise.withResolvers<void>()

test('work under one key runs one after another, in order of arrival', async () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  const first = gate()
  const running = [
    queue.run('a', async () => {
      log.push('first begins')
      await first.promise
      log.push('first ends')
    }),
    queue.run('a', async () => void log.push('second')),
    queue.run('a', async () => void log.push('third')),
  ]
  first.resolve()
  await Promise.all(running)
  expect(log).toEqual(['first begins', 'first ends', 'second', 'third'])
})

test('work under another key does not wait', async () => {
  const queue = new KeyedQueue()
  const first = gate()
  const running = queue.run('a', () => first.promise)
  expect(await queue.run('b', async () => 'done')).toBe('done')
  first.resolve()
  await running
})

test('a failure is reported and does not stop what is queued behind it', async () => {
  const queue = new KeyedQueue()
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const next = queue.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
