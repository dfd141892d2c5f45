import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LivePoller, type FindSessionRoles, type Follower } from '../src/live/poller.ts'
import { startTestServer } from './support/harness.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

const ignore = () => undefined

test('the server logs a delay of live updates once for each outage, not for each failed poll', async () => {
  const { scope } = await server.newOrganization()
  const { organizationId } = scope
  const session = { id: uuidv7(), organizationId, role: 'member' } as const
  const findSessionRoles = vi.fn<FindSessionRoles>()
  const log = vi.fn<(error: unknown) => void>()
  const poller = new LivePoller(server.database.database, findSessionRoles, log)
  const follower: Follower = {
    session,
    ready: ignore,
    send: ignore,
    reload: ignore,
    sendHeartbeat: ignore,
    end: ignore,
  }
  onTestFinished(() => poller.leave(follower))
  const polls = (count: number) => {
    const before = findSessionRoles.mock.calls.length
    return until(`${count} polls begin`, async () => findSessionRoles.mock.calls.length >= before + count)
  }

  findSessionRoles.mockRejectedValue(new Error('away'))
  await poller.join(scope, follower, undefined)
  await polls(3)
  expect(log).toHaveBeenCalledTimes(1)
  findSessionRoles.mockResolvedValue(new Map([[session.id, session.role]]))
  await polls(2)
  findSessionRoles.mockRejectedValue(new Error('away again'))
  await polls(3)
  expect(log).toHaveBeenCalledTimes(2)
})
