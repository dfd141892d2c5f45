import { text } from 'node:stream/consumers'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OrganizationScope } from '../scope.ts'
import { LiveStreams } from './live-streams.ts'

const scope = { organizationId: 'organization' as Uuid, actorId: 'user' as Uuid } as OrganizationScope
const session = { id: 'session' as Uuid, role: 'member' } as const

test('a stream that is opened when the others have been ended is ended, too', async () => {
  const streams = new LiveStreams(() => undefined)
  streams.close()
  expect(await text(streams.open(scope, session, undefined))).toBe('retry: 2000\n\n')
})

test('a stream that nobody reads is given up when a quarter of a megabyte waits', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = new LiveStreams(() => undefined).open(scope, session, undefined)
  const heartbeatBytes = 28
  vi.advanceTimersByTime((15_000 * 256 * 1024) / heartbeatBytes)
  expect(stream.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * 15_000)
  expect(stream.destroyed).toBe(true)
})
