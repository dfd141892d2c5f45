import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteIncident, patchIncident, restoreIncident, sendBatch } from './support/changes.ts'
import { integration, stranger } from './support/client.ts'
import { comment, listComments } from './support/comments.ts'
import { type Ask, receivedAbout, receivedWithUnknownIds, referencesWith } from './support/foreign-ids.ts'
import { createIncident, creation, readIncident } from './support/incidents.ts'
import { initialState, otherState } from './support/organization.ts'

/**
 * Incidents of the organization under test. `stranger`, the client of another organization, sends the ids of these
 * incidents.
 */
const incident = await createIncident()
const seen = await comment(incident.id)
const deleted = await createIncident()
await deleteIncident(deleted.id)
/** Incident in the organization of `stranger`. `stranger` may change this incident. */
const theirs = await createIncident({}, stranger)

describe('ids of another organization get the same response as unknown ids', () => {
  const ifMatch = { 'if-match': '"1"' }
  const operations: [string, string[], Ask][] = [
    ['update-incident', [incident.id], ([id]) => stranger.patch(`/incidents/${id}`, { name: 'x', comment: 'x' })],
    ['update-incident, without a change', [incident.id], ([id]) => stranger.patch(`/incidents/${id}`, {})],
    [
      'update-incident, with If-Match',
      [incident.id],
      ([id]) => stranger.patch(`/incidents/${id}`, { name: 'x' }, { headers: ifMatch }),
    ],
    ['update-incident, of a deleted incident', [deleted.id], ([id]) => stranger.patch(`/incidents/${id}`, {})],
    ['delete-incident', [incident.id], ([id]) => stranger.delete(`/incidents/${id}`)],
    [
      'delete-incident, with If-Match',
      [incident.id],
      ([id]) => stranger.delete(`/incidents/${id}`, { headers: ifMatch }),
    ],
    ['delete-incident, of a deleted incident', [deleted.id], ([id]) => stranger.delete(`/incidents/${id}`)],
    ['restore-incident', [deleted.id], ([id]) => stranger.post(`/incidents/${id}/restore`)],
    [
      'restore-incident, of an incident that is not deleted',
      [incident.id],
      ([id]) => stranger.post(`/incidents/${id}/restore`),
    ],
    [
      'batch-incidents',
      [incident.id, deleted.id],
      (ids) =>
        sendBatch(
          ids.map((id) => ({ patch: { id, ifMatch: 1, body: { name: 'x', comment: 'x' } } })),
          stranger,
        ),
    ],
    [
      'update-incident, as stateId',
      [otherState.id],
      ([stateId]) => patchIncident(theirs.id, { stateId }, {}, stranger),
    ],
    [
      'update-incident, as the current stateId',
      [initialState.id],
      ([stateId]) => patchIncident(theirs.id, { stateId }, {}, stranger),
    ],
  ]

  test.each(operations)('%s treats ids of another organization like unknown ids', async (_, ids, ask) => {
    expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
  })

  test.each(referencesWith)(
    'update-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const ask: Ask = (given) => patchIncident(theirs.id, fieldsWith(given), {}, stranger)

      expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
    },
  )

  test.each(referencesWith)(
    'batch-incidents treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const ask: Ask = (given) =>
        sendBatch(
          [{ create: creation(fieldsWith(given)) }, { patch: { id: theirs.id, body: fieldsWith(given) } }],
          stranger,
        )

      expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
    },
  )

  test.each<[string, Ask]>([
    ['update-incident', ([key]) => patchIncident(incident.id, { name: 'x' }, { 'idempotency-key': key! }, stranger)],
    [
      'delete-incident',
      ([key]) => stranger.delete(`/incidents/${incident.id}`, { headers: { 'idempotency-key': key! } }),
    ],
    [
      'restore-incident',
      ([key]) =>
        stranger.post(`/incidents/${incident.id}/restore`, undefined, { headers: { 'idempotency-key': key! } }),
    ],
    [
      'batch-incidents',
      ([idempotencyKey]) => sendBatch([{ patch: { id: incident.id, idempotencyKey, body: { name: 'x' } } }], stranger),
    ],
  ])('%s treats an Idempotency-Key of another organization as unknown', async (_, ask) => {
    const key = randomUUID()
    const { id } = await createIncident()
    await patchIncident(id, { name: 'x' }, { 'idempotency-key': key })

    expect(await receivedAbout([key], ask)).toEqual(await receivedWithUnknownIds([key], ask))
  })

  test('the problem of a rejected creation in a batch does not reveal that another organization has used the clientRequestId', async () => {
    const ids = [incident.clientRequestId!]
    const fields = { locationId: randomUUID(), name: 5 }
    const ask: Ask = ([clientRequestId]) => sendBatch([{ create: creation({ ...fields, clientRequestId }) }], stranger)

    expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
  })

  test('no request of another organization changes, restores or deletes an incident', async () => {
    const about: Ask[] = operations.map(([, , ask]) => ask)
    for (const ask of about) await ask([incident.id, deleted.id])

    expect(await readIncident(incident.id)).toEqual(incident)
    expect((await listComments(incident.id)).body.data).toEqual([seen])
    expect((await integration.get(`/incidents/${deleted.id}`)).status).toBe(404)
    expect((await restoreIncident(deleted.id)).body.version).toBe(3)
  })
})
