import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteIncident, patchIncident, restoreIncident, sendBatch } from './support/changes.ts'
import { foreignClient, integration } from './support/client.ts'
import { comment, listComments } from './support/comments.ts'
import { receivedAbout, receivedWithUnknownIds, referencesWith, type SendIds } from './support/foreign-ids.ts'
import { createIncident, creation, readIncident } from './support/incidents.ts'
import { initialState, otherState } from './support/organization.ts'

/**
 * Incidents of the organization under test. `foreignClient`, the client of another organization, sends the ids of these
 * incidents.
 */
const incident = await createIncident()
const ownComment = await comment(incident.id)
const deleted = await createIncident()
await deleteIncident(deleted.id)
/** Incident in the organization of `foreignClient`. `foreignClient` may change this incident. */
const theirs = await createIncident({}, foreignClient)

describe('ids of another organization get the same response as unknown ids', () => {
  const ifMatch = { 'if-match': '"1"' }
  const operations: [string, string[], SendIds][] = [
    ['update-incident', [incident.id], ([id]) => foreignClient.patch(`/incidents/${id}`, { name: 'x', comment: 'x' })],
    ['update-incident, without a change', [incident.id], ([id]) => foreignClient.patch(`/incidents/${id}`, {})],
    [
      'update-incident, with If-Match',
      [incident.id],
      ([id]) => foreignClient.patch(`/incidents/${id}`, { name: 'x' }, { headers: ifMatch }),
    ],
    ['update-incident, of a deleted incident', [deleted.id], ([id]) => foreignClient.patch(`/incidents/${id}`, {})],
    ['delete-incident', [incident.id], ([id]) => foreignClient.delete(`/incidents/${id}`)],
    [
      'delete-incident, with If-Match',
      [incident.id],
      ([id]) => foreignClient.delete(`/incidents/${id}`, { headers: ifMatch }),
    ],
    ['delete-incident, of a deleted incident', [deleted.id], ([id]) => foreignClient.delete(`/incidents/${id}`)],
    ['restore-incident', [deleted.id], ([id]) => foreignClient.post(`/incidents/${id}/restore`)],
    [
      'restore-incident, of an incident that is not deleted',
      [incident.id],
      ([id]) => foreignClient.post(`/incidents/${id}/restore`),
    ],
    [
      'batch-incidents',
      [incident.id, deleted.id],
      (ids) =>
        sendBatch(
          ids.map((id) => ({ patch: { id, ifMatch: 1, body: { name: 'x', comment: 'x' } } })),
          foreignClient,
        ),
    ],
    [
      'update-incident, as stateId',
      [otherState.id],
      ([stateId]) => patchIncident(theirs.id, { stateId }, {}, foreignClient),
    ],
    [
      'update-incident, as the current stateId',
      [initialState.id],
      ([stateId]) => patchIncident(theirs.id, { stateId }, {}, foreignClient),
    ],
  ]

  test.each(operations)('%s treats ids of another organization like unknown ids', async (_, ids, send) => {
    expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
  })

  test.each(referencesWith)(
    'update-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const send: SendIds = (given) => patchIncident(theirs.id, fieldsWith(given), {}, foreignClient)

      expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
    },
  )

  test.each(referencesWith)(
    'batch-incidents treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const send: SendIds = (given) =>
        sendBatch(
          [{ create: creation(fieldsWith(given)) }, { patch: { id: theirs.id, body: fieldsWith(given) } }],
          foreignClient,
        )

      expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
    },
  )

  test.each<[string, SendIds]>([
    [
      'update-incident',
      ([key]) => patchIncident(incident.id, { name: 'x' }, { 'idempotency-key': key! }, foreignClient),
    ],
    [
      'delete-incident',
      ([key]) => foreignClient.delete(`/incidents/${incident.id}`, { headers: { 'idempotency-key': key! } }),
    ],
    [
      'restore-incident',
      ([key]) =>
        foreignClient.post(`/incidents/${incident.id}/restore`, undefined, { headers: { 'idempotency-key': key! } }),
    ],
    [
      'batch-incidents',
      ([idempotencyKey]) =>
        sendBatch([{ patch: { id: incident.id, idempotencyKey, body: { name: 'x' } } }], foreignClient),
    ],
  ])('%s treats an Idempotency-Key of another organization as unknown', async (_, send) => {
    const key = randomUUID()
    const { id } = await createIncident()
    await patchIncident(id, { name: 'x' }, { 'idempotency-key': key })

    expect(await receivedAbout([key], send)).toEqual(await receivedWithUnknownIds([key], send))
  })

  test('the problem of a rejected creation in a batch does not reveal that another organization has used the clientRequestId', async () => {
    const ids = [incident.clientRequestId!]
    const fields = { locationId: randomUUID(), name: 5 }
    const send: SendIds = ([clientRequestId]) =>
      sendBatch([{ create: creation({ ...fields, clientRequestId }) }], foreignClient)

    expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
  })

  test('no request of another organization changes, restores or deletes an incident', async () => {
    const about: SendIds[] = operations.map(([, , send]) => send)
    for (const send of about) await send([incident.id, deleted.id])

    expect(await readIncident(incident.id)).toEqual(incident)
    expect((await listComments(incident.id)).body.data).toEqual([ownComment])
    expect((await integration.get(`/incidents/${deleted.id}`)).status).toBe(404)
    expect((await restoreIncident(deleted.id)).body.version).toBe(3)
  })
})
