import { expect, test } from 'vitest'
import { startTestServer } from '../support/harness.ts'
import { countWaiting, lockRow } from '../support/lock-waits.ts'
import { until } from '../support/until.ts'
import { addTenant, tracesOf, upload } from '../support/media.ts'

const server = await startTestServer()

test('stores each of 60 simultaneous uploads to one incident exactly once', async () => {
  const tenant = await addTenant(server)
  const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => upload(server, tenant, `file ${index}`)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  const { rows, mediaIds, events } = await tracesOf(server, tenant)
  expect({ rows, events, mediaIds: mediaIds.toSorted() }).toEqual({
    rows: 60,
    events: 60,
    mediaIds: responses.map(({ body }) => body.id).toSorted(),
  })
})

test('an organization can upload a file while 30 uploads of another organization wait for a locked incident', async () => {
  const [tenant, other] = [await addTenant(server), await addTenant(server)]
  const uploads = await tenant.scope.transaction(async (inner) => {
    await lockRow('incidents', tenant.incidentId)(inner)
    const waiting = Array.from({ length: 30 }, (_, index) => upload(server, tenant, `file ${index}`))
    await until('an upload waits for the row', async () => (await countWaiting(inner)) > 0)
    expect((await upload(server, other, 'of another organization')).status).toBe(201)
    return waiting
  })
  const responses = await Promise.all(uploads)
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
})
