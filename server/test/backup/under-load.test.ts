import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { backUpFrom, newPlace, openInstallation, restoreInto } from '../support/backup-places.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { upload } from '../support/media.ts'
import { verifyInstallation } from '../../src/backup/verify-installation.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'

const server = await startTestServer()

test('a backup made during writes contains every incident and file stored before its start, and events without a gap', async () => {
  const { call, key } = await server.newOrganization()
  const acknowledged: string[] = []
  const stopping = new AbortController()
  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { id: incidentId } = await newIncident(call)
      const { status } = await upload(server, { key, incidentId }, incidentId, 'note.txt')
      expect(status).toBe(201)
      acknowledged.push(incidentId)
      await nextTick()
    }
  }
  const writers = [write(), write(), write(), write()]
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40)
  const before = [...acknowledged]
  const path = await backUpFrom(server.environment)
  expect(acknowledged.length).toBeGreaterThan(before.length)
  stopping.abort()
  await Promise.all(writers)

  const place = await newPlace({ isEmbedded: false })
  await restoreInto(place, path)
  const { database, service } = await openInstallation(place)
  const rows = await database.selectFrom('incidents').select('id').execute()
  expect(new Set(rows.map(({ id }) => id)).isSupersetOf(new Set(before))).toBe(true)
  const attachments = await database.selectFrom('media').select('incident_id as id').execute()
  expect(new Set(attachments.map(({ id }) => id)).isSupersetOf(new Set(before))).toBe(true)
  const { missing, damaged, files } = await verifyInstallation(service, await openMediaStorage(place), {
    signal: new AbortController().signal,
    advance: () => undefined,
  })
  expect({ missing, damaged, files }).toEqual({ missing: 0, damaged: 0, files: attachments.length })
  // The positions of the restored events have no gap: the highest position equals the number of events.
  const { max, count } = await database
    .selectFrom('events')
    .select((of) => [of.fn.max('position').as('max'), of.fn.countAll().as('count')])
    .executeTakeFirstOrThrow()
  expect(max).toBe(count)
})
