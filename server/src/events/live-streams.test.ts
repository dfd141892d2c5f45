import { text } from 'node:stream/consumers'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, test } from 'vitest'
import type { OrganizationScope } from '../scope.ts'
import { LiveStreams } from './live-streams.ts'

test('a stream that is opened when the others have been ended is ended, too', async () => {
  const streams = new LiveStreams(() => undefined)
  streams.close()
  const scope = { organizationId: 'organization' as Uuid, actorId: 'user' as Uuid } as OrganizationScope
  const stream = streams.open(scope, { id: 'session' as Uuid, role: 'member' }, undefined)
  expect(await text(stream)).toBe('retry: 2000\n\n')
})
