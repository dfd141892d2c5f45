import { text } from 'node:stream/consumers'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import { LiveStreams } from './streams.ts'

const scope = { organizationId: 'organization' as Uuid, actorId: 'user' as Uuid } as OrganizationScope
const database = {} as Database
const findSessionRoles = async () => new Map()
const ignoreErrors = () => undefined
const session = { id: 'session' as Uuid, role: 'member' } as const

test('a stream that is opened after `LiveStreams.close` was called ends immediately', async () => {
  const streams = new LiveStreams(database, findSessionRoles, ignoreErrors)
  streams.close()
  expect(await text(streams.open(scope, session, undefined))).toBe('retry: 2000\n\n')
})

test('a stream is closed when its client has left more than 256 KiB of events unread', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = new LiveStreams(database, findSessionRoles, ignoreErrors).open(scope, session, undefined)
  const heartbeatBytes = 28
  vi.advanceTimersByTime((15_000 * 256 * 1024) / heartbeatBytes)
  expect(stream.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * 15_000)
  expect(stream.destroyed).toBe(true)
})
