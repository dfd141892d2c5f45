import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionShares } from './connection-shares.ts'

const [one, other] = [randomUUID(), randomUUID()]

test('an organization uses all connections but two, and its waiting statements get free connections in order of arrival', async () => {
  const shares = new ConnectionShares(4)
  const giveBack = await shares.take(one)
  await shares.take(one)
  const begun: string[] = []
  const second = shares.take(one).then((give) => (begun.push('second'), give))
  const third = shares.take(one).then((give) => (begun.push('third'), give))
  await shares.take(other).then(() => begun.push('other'))
  expect(begun).toEqual(['other'])
  giveBack()
  const giveSecondBack = await second
  expect(begun).toEqual(['other', 'second'])
  giveSecondBack()
  await third
  expect(begun).toEqual(['other', 'second', 'third'])
})

test('a statement that waits for 30 seconds is rejected, and takes no connection afterwards', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const shares = new ConnectionShares(3)
  const giveBack = await shares.take(one)
  const waiting = Promise.allSettled([shares.take(one)])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'unavailable', isShed: true } }])
  giveBack()
  await expect(shares.take(one)).resolves.toBeTypeOf('function')
})
