import { randomUUID } from 'node:crypto'
import { TocsinClient } from '@tocsin/client'
import type { QueuedIncident, Refused } from '@tocsin/client/offline'
import { MemoryStore } from '@tocsin/client/stores/memory'
import type { ConfigurationContent, FieldRules } from '@tocsin/contract/api/configuration.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { setOldestRevisionAge } from '../../server/src/configuration/revisions/set-oldest-revision-age.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { archiveLocation } from '../../server/src/directory/archive.ts'
import { startTestServer } from '../../server/test/support/harness.ts'

const server = await startTestServer()

const dayMs = 24 * 60 * 60 * 1000
const departureMs = Date.parse('2026-03-02T06:00:00.000Z')
const spill = randomUUID()
const leak = randomUUID()

const draftWith = (fields: FieldRules, isSpillActive = true): ConfigurationContent => ({
  types: [
    { id: spill, name: 'Spill', active: isSpillActive, profileId: null },
    { id: leak, name: 'Leak', active: true, profileId: null },
  ],
  categories: [],
  profiles: [{ id: spill, name: 'Standard', fields }],
  defaultProfileId: spill,
})

/** Makes an organization, and an app with a queue for it. A test moves the app's clock by setting `clock.day`. */
async function setOut() {
  const { key, scope } = await server.newOrganization()
  const clock = { day: 0, now: () => departureMs + clock.day * dayMs }
  const client = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const queue = await client.offline(new MemoryStore(), { clock })
  return { scope, client, queue, clock }
}

function accepted(result: QueuedIncident | Refused): QueuedIncident {
  if (!result.isQueued) throw new Error(JSON.stringify(result.violations))
  return result
}

describe('a week offline, while the configuration is revised twice', () => {
  test('a queued incident is created with the revision and the time at which the incident was queued', async () => {
    const { scope, client, queue, clock } = await setOut()
    const first = await publishConfiguration(scope, draftWith({ name: { rule: 'required' } }))
    await queue.refresh()
    const receipts = [accepted(await queue.create({ name: 'Day 0', typeId: spill }))]
    clock.day = 1
    receipts.push(accepted(await queue.create({ name: 'Day 1', typeId: spill, tags: ['wet'] })))

    const second = await publishConfiguration(
      scope,
      draftWith({ name: { rule: 'required' }, description: { rule: 'required' }, tags: { rule: 'hidden' } }, false),
    )
    clock.day = 3
    receipts.push(accepted(await queue.create({ name: 'Day 3, not knowing of the revision', typeId: spill })))
    // The app has a connection just long enough for a refresh.
    await queue.refresh()
    expect(await queue.create({ name: 'Day 3', typeId: spill, tags: ['wet'] })).toMatchObject({
      violations: [
        { pointer: '/description', code: 'required' },
        { pointer: '/typeId', code: 'inactive_type' },
        { pointer: '/tags', code: 'field_hidden' },
      ],
    })
    receipts.push(accepted(await queue.create({ name: 'Day 3', typeId: leak, description: 'From the roof' })))

    await publishConfiguration(scope, draftWith({ name: { rule: 'hidden' } }))
    clock.day = 6
    receipts.push(accepted(await queue.create({ name: 'Day 6', typeId: leak, description: 'Still from the roof' })))
    clock.day = 7
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 5, parked: 0, waiting: 0 })

    const stored = await client.incidents.list({ sort: [{ key: 'occurredAt' }] }).all()
    expect(stored.map(({ clientRequestId }) => clientRequestId)).toEqual(receipts.map((each) => each.clientRequestId))
    expect(stored.map((each) => each.creationConfigVersion)).toEqual([first, first, first, second, second])
    expect(stored.map((each) => (Date.parse(each.occurredAt) - departureMs) / dayMs)).toEqual([0, 1, 3, 3, 6])
    for (const [index, { values }] of receipts.entries()) expect(stored[index]).toMatchObject(values)
  })

  test('an entry whose revision is too old is parked, and is sent after the user corrects it under the current revision', async () => {
    const { scope, client, queue, clock } = await setOut()
    await publishConfiguration(scope, draftWith({ name: { rule: 'required' } }))
    await queue.refresh()
    const receipt = accepted(await queue.create({ name: 'Made under an old form', typeId: spill }))
    await queue.comment(receipt, { message: 'Waits for its Incident' })
    await queue.attach(receipt, new Uint8Array([1, 2, 3]), { fileName: 'photo.bin' })
    await publishConfiguration(scope, draftWith({ name: { rule: 'required' }, tags: { rule: 'hidden' } }))
    const third = await publishConfiguration(scope, draftWith({ name: { rule: 'required' } }, false))
    await setOldestRevisionAge(scope, 0)
    clock.day = 7

    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 1, waiting: 2 })
    const [parked, ...waiting] = await queue.entries()
    expect(parked).toMatchObject({ state: 'parked', problem: { code: 'configuration_revision_too_old' } })
    expect(waiting.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await client.incidents.list().all()).toEqual([])

    await queue.refresh()
    expect(await queue.retry(receipt.id, { name: 'Made under an old form', typeId: spill })).toMatchObject({
      isQueued: false,
      violations: [{ pointer: '/typeId', code: 'inactive_type' }],
    })
    expect(await queue.retry(receipt.id, { name: 'Corrected', typeId: leak })).toEqual({
      isQueued: true,
      id: receipt.id,
    })
    expect(await queue.flush()).toMatchObject({ sent: 3, parked: 0, waiting: 0 })
    const [incident] = await client.incidents.list().all()
    expect(incident).toMatchObject({
      clientRequestId: receipt.id,
      name: 'Corrected',
      creationConfigVersion: third,
      occurredAt: '2026-03-02T06:00:00.000Z',
      mediaIds: [expect.any(String)],
    })
    expect(await client.comments.list(incident!.id).all()).toMatchObject([{ message: 'Waits for its Incident' }])
  })

  test('a creation at an archived location is parked under the current revision, but not under an older revision', async () => {
    const { scope, client, queue } = await setOut()
    const location = await addLocation(scope, { name: 'Harbour Street' })
    await queue.refresh()
    accepted(await queue.create({ name: 'Under the current revision', locationId: location.id }))
    await archiveLocation(scope, location.id)

    expect(await queue.flush()).toMatchObject({ sent: 0, parked: 1 })
    const [parked] = await queue.entries()
    expect(parked!.problem).toMatchObject({
      code: 'invalid_incident',
      errors: [{ pointer: '/locationId', code: 'location_archived' }],
    })

    await publishConfiguration(scope, draftWith({ name: { rule: 'optional' } }))
    await queue.retry(parked!.id)
    expect(await queue.flush()).toMatchObject({ sent: 1, parked: 0 })
    expect(await client.incidents.list().all()).toMatchObject([{ locationId: location.id, creationConfigVersion: 1 }])
  })
})
