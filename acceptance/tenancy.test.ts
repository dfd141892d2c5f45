import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { foreignClient, integration, reader } from './support/client.ts'
import { comment, commentsPath, existingComments, listComments } from './support/comments.ts'
import { references } from './support/every-field.ts'
import { receivedAbout, receivedWithUnknownIds, referencesWith, type SendIds } from './support/foreign-ids.ts'
import { createIncident, creation, idsOf, listIncidents, modify, readIncident, unique } from './support/incidents.ts'
import { auditor, current, demand, initialState, location, plainCategory, plainType } from './support/organization.ts'
import type { Comment, Incident, Page } from './support/resources.ts'

/**
 * Incident of the organization under test. Requests of `foreignClient`, the client of another organization, contain the id
 * of this incident.
 */
const incident = await createIncident({
  name: unique('Confidential'),
  tags: [unique('confidential')],
  externalId: unique('confidential'),
  ...references,
})
const withFile = await modify(await createIncident())
const ownComment = await comment(incident.id)
const photographed = demand(await existingComments(), 'comment with a photo', ({ mediaIds }) => mediaIds.length > 0)
const photoId = photographed.mediaIds[0]!

const commentOn = (client: typeof foreignClient, relatedEntityId: string, key: string) =>
  client.post(commentsPath, { relatedEntityId }, { headers: { 'idempotency-key': key } })

describe('ids of another organization get the same response as unknown ids', () => {
  test.each(referencesWith)(
    'create-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const send: SendIds = (given) => foreignClient.post('/incidents', creation(fieldsWith(given)))

      expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
    },
  )

  test.each([
    ['rejected', { locationId: randomUUID() }],
    ['malformed', { name: 5 }],
  ])(
    'create-incident treats a clientRequestId of another organization as unknown when the body is %s',
    async (_, fields) => {
      const ids = [incident.clientRequestId!]
      const send: SendIds = ([clientRequestId]) =>
        foreignClient.post('/incidents', { ...creation(fields), clientRequestId })

      expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
    },
  )

  test('the problem of a rejected comment does not reveal that another organization has used the Idempotency-Key', async () => {
    const ids = [randomUUID()]
    await commentOn(integration, (await createIncident()).id, ids[0]!)
    const send: SendIds = ([key]) => commentOn(foreignClient, incident.id, key!)

    expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
  })

  test.each(referencesWith)(
    'validate-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const send: SendIds = (given) => foreignClient.post('/incidents/validate', creation(fieldsWith(given)))

      expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
    },
  )

  const filters = {
    ...references,
    stateId: initialState.id,
    createdBy: auditor.id,
    tags: incident.tags[0]!,
    externalId: incident.externalId!,
    q: incident.name!,
  }

  test.each(Object.entries(filters))(
    'list-incidents treats a %s filter with a value of another organization like an unknown value',
    async (name, value) => {
      const send: SendIds = ([given]) => foreignClient.get('/incidents', { query: { [name]: given! } })

      expect(await receivedAbout([value], send)).toEqual(await receivedWithUnknownIds([value], send))
    },
  )

  const operations: [string, string[], SendIds][] = [
    ['list-points', [location.id], ([id]) => foreignClient.get('/points', { query: { locationId: id! } })],
    ['get-incident', [incident.id], ([id]) => foreignClient.get(`/incidents/${id}`)],
    [
      'attach-incident-media',
      [incident.id],
      ([id]) => foreignClient.send('POST', `/incidents/${id}/media`, { body: file() }),
    ],
    [
      'list-comments',
      [incident.id],
      ([relatedEntityId]) => foreignClient.get(commentsPath, { query: { relatedEntityId: relatedEntityId! } }),
    ],
    [
      'create-comment',
      [incident.id],
      ([relatedEntityId]) => foreignClient.post(commentsPath, { relatedEntityId, message: 'x' }),
    ],
    [
      'delete-incident-media',
      [withFile.id, withFile.mediaIds[0]!],
      ([id, mediaId]) => foreignClient.delete(`/incidents/${id}/media/${mediaId}`),
    ],
    ['get-comment', [ownComment.id], ([id]) => foreignClient.get(`/comments/${id}`)],
    ['update-comment', [ownComment.id], ([id]) => foreignClient.patch(`/comments/${id}`, { message: 'x' })],
    ['update-comment, of staff', [photographed.id], ([id]) => foreignClient.patch(`/comments/${id}`, { message: 'x' })],
    ['delete-comment', [ownComment.id], ([id]) => foreignClient.delete(`/comments/${id}`)],
    ['delete-comment, of staff', [photographed.id], ([id]) => foreignClient.delete(`/comments/${id}`)],
    [
      'get-comment-media-download-url',
      [photographed.id, photoId],
      ([id, mediaId]) => foreignClient.get(`/download/comments/${id}/media/${mediaId}/urls`),
    ],
    [
      'get-incident-media-download-url',
      [incident.id, photoId],
      ([id, mediaId]) => foreignClient.get(`/download/incidents/${id}/media/${mediaId}/urls`),
    ],
  ]

  test.each(operations)('%s treats ids of another organization like unknown ids', async (_, ids, send) => {
    expect(await receivedAbout(ids, send)).toEqual(await receivedWithUnknownIds(ids, send))
  })
})

describe('after all requests of the other organization', () => {
  test('an incident and its comments are unchanged after all requests of another organization', async () => {
    expect(await readIncident(incident.id)).toEqual(incident)
    expect(await readIncident(withFile.id)).toEqual(withFile)
    expect((await listComments(incident.id)).body.data).toEqual([ownComment])
    expect((await listComments(photographed.relatedEntityId)).body.data).toContainEqual(photographed)
  })
})

describe('each organization sees its own', () => {
  let theirs: Incident

  beforeAll(async () => {
    theirs = await createIncident(
      { name: incident.name, tags: incident.tags, externalId: incident.externalId },
      foreignClient,
    )
  })

  test('list-incidents returns no incident of another organization', async () => {
    const ours = await listIncidents({ tags: incident.tags })
    const others = await foreignClient.get<Page<Incident>>('/incidents', { query: { tags: incident.tags } })

    expect([idsOf(ours.body.data), idsOf(others.body.data)]).toEqual([[incident.id], [theirs.id]])
  })

  test.each(['/locations', '/points', '/users', '/workflow-states'])(
    '%s returns no resource of another organization',
    async (path) => {
      const ours = await reader.get<Page<{ id: string }>>(path)
      const others = await foreignClient.get<Page<{ id: string }>>(path)

      expect(ours.body.data.length).toBeGreaterThan(0)
      expect(idsOf(others.body.data).filter((id) => idsOf(ours.body.data).includes(id))).toEqual([])
    },
  )

  test('the creation configuration contains no id of another organization', async () => {
    const { text } = await foreignClient.get('/creation-configurations/current')

    expect([current.defaultProfileId, plainType.id, plainCategory.id].filter((id) => text.includes(id))).toEqual([])
  })

  test('each organization has an External API auditor of its own, who is the author of its incidents', () => {
    expect(theirs.createdBy).not.toBe(auditor.id)
  })

  test('two organizations can create a comment with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const ours = await integration.post<Comment>(commentsPath, { relatedEntityId: incident.id }, { headers })
    const others = await foreignClient.post<Comment>(commentsPath, { relatedEntityId: theirs.id }, { headers })

    expect([ours.status, others.status, others.headers.get('idempotent-replayed')]).toEqual([201, 201, null])
  })
})

const file = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
  return form
}
