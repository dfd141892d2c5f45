import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Host } from './host-client.ts'
import { leaveLostHosts } from './leave-lost-hosts.ts'

const one: Host = { host: 'one', port: 5432 }
const two: Host = { host: 'two', port: 5432 }

/**
 * Makes a pool with a connection to each host, on which statements wait for long, and lets a second pass.
 * @param accepting hosts that respond at once that they accept writes.
 * @returns the names of the hosts whose connections were closed.
 */
async function leftHosts(primary: Host | undefined, accepting: Host[]): Promise<string[]> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const left: string[] = []
  const pool = new EventEmitter()
  const findHost = () => (primary ? Promise.resolve(primary) : Promise.reject(new Error('no host accepts writes')))
  const acceptsWrites = async ({ host }: Host) => accepting.some((each) => each.host === host)
  const stop = leaveLostHosts(pool as pg.Pool, findHost, acceptsWrites)
  for (const { host, port } of [one, two]) {
    const stream = { destroy: () => void left.push(host) }
    pool.emit('connect', { host, port, waitsLongerThan: () => true, connection: { stream } })
  }
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  return left
}

test('leaves a host that accepts no writes after another host has become the primary', async () => {
  expect(await leftHosts(two, [two])).toEqual(['one'])
})

test('stays with two hosts that both accept writes, such as proxies in front of one primary', async () => {
  expect(await leftHosts(two, [one, two])).toEqual([])
})

test('stays with all hosts while none accepts writes', async () => {
  expect(await leftHosts(undefined, [])).toEqual([])
})

test('stays with the primary if it takes long to respond', async () => {
  expect(await leftHosts(two, [])).toEqual(['one'])
})
