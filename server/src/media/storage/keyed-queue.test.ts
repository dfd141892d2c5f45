import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

const gate = () => Promise.withResolvers<void>()

test('runs work with the same key one after another, in order of arrival', async () => {
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

test('runs work immediately while work with a different key is running', async () => {
  const queue = new KeyedQueue()
  const first = gate()
  const running = queue.run('a', () => first.promise)
  expect(await queue.run('b', async () => 'done')).toBe('done')
  first.resolve()
  await running
})

test('reports the error of failed work to its caller and then runs the next work with the same key', async () => {
  const queue = new KeyedQueue()
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const next = queue.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
