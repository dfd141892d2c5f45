import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { integration, reader, stranger } from './support/client.ts'
import { comment, commentsPath, existingComments, listComments } from './support/comments.ts'
import { references } from './support/every-field.ts'
import { type Ask, receivedAbout, receivedWithUnknownIds, referencesWith } from './support/foreign-ids.ts'
import { createIncident, creation, idsOf, listIncidents, modify, readIncident, unique } from './support/incidents.ts'
import { auditor, current, demand, initialState, location, plainCategory, plainType } from './support/organization.ts'
import type { Comment, Incident, Page } from './support/resources.ts'

/**
 * Incident of the organization under test. Requests of `stranger`, the client of another organization, contain the id
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

const commentOn = (client: typeof stranger, relatedEntityId: string, key: string) =>
  client.post(commentsPath, { relatedEntityId }, { headers: { 'idempotency-key': key } })

describe('ids of another organization get the same response as unknown ids', () => {
  test.each(referencesWith)(
    'create-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const ask: Ask = (given) => stranger.post('/incidents', creation(fieldsWith(given)))

      expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
    },
  )

  test.each([
    ['rejected', { locationId: randomUUID() }],
    ['malformed', { name: 5 }],
  ])(
    'create-incident treats a clientRequestId of another organization as unknown when the body is %s',
    async (_, fields) => {
      const ids = [incident.clientRequestId!]
      const ask: Ask = ([clientRequestId]) => stranger.post('/incidents', { ...creation(fields), clientRequestId })

      expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
    },
  )

  test('the problem of a rejected comment does not reveal that another organization has used the Idempotency-Key', async () => {
    const ids = [randomUUID()]
    await commentOn(integration, (await createIncident()).id, ids[0]!)
    const ask: Ask = ([key]) => commentOn(stranger, incident.id, key!)

    expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
  })

  test.each(referencesWith)(
    'validate-incident treats %s of another organization like unknown ids',
    async (_, ids, fieldsWith) => {
      const ask: Ask = (given) => stranger.post('/incidents/validate', creation(fieldsWith(given)))

      expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
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
      const ask: Ask = ([given]) => stranger.get('/incidents', { query: { [name]: given! } })

      expect(await receivedAbout([value], ask)).toEqual(await receivedWithUnknownIds([value], ask))
    },
  )

  const operations: [string, string[], Ask][] = [
    ['list-points', [location.id], ([id]) => stranger.get('/points', { query: { locationId: id! } })],
    ['get-incident', [incident.id], ([id]) => stranger.get(`/incidents/${id}`)],
    [
      'attach-incident-media',
      [incident.id],
      ([id]) => stranger.send('POST', `/incidents/${id}/media`, { body: file() }),
    ],
    [
      'list-comments',
      [incident.id],
      ([relatedEntityId]) => stranger.get(commentsPath, { query: { relatedEntityId: relatedEntityId! } }),
    ],
    [
      'create-comment',
      [incident.id],
      ([relatedEntityId]) => stranger.post(commentsPath, { relatedEntityId, message: 'x' }),
    ],
    [
      'delete-incident-media',
      [withFile.id, withFile.mediaIds[0]!],
      ([id, mediaId]) => stranger.delete(`/incidents/${id}/media/${mediaId}`),
    ],
    ['get-comment', [ownComment.id], ([id]) => stranger.get(`/comments/${id}`)],
    ['update-comment', [ownComment.id], ([id]) => stranger.patch(`/comments/${id}`, { message: 'x' })],
    ['update-comment, of staff', [photographed.id], ([id]) => stranger.patch(`/comments/${id}`, { message: 'x' })],
    ['delete-comment', [ownComment.id], ([id]) => stranger.delete(`/comments/${id}`)],
    ['delete-comment, of staff', [photographed.id], ([id]) => stranger.delete(`/comments/${id}`)],
    [
      'get-comment-media-download-url',
      [photographed.id, photoId],
      ([id, mediaId]) => stranger.get(`/download/comments/${id}/media/${mediaId}/urls`),
    ],
    [
      'get-incident-media-download-url',
      [incident.id, photoId],
      ([id, mediaId]) => stranger.get(`/download/incidents/${id}/media/${mediaId}/urls`),
    ],
  ]

  test.each(operations)('%s treats ids of another organization like unknown ids', async (_, ids, ask) => {
    expect(await receivedAbout(ids, ask)).toEqual(await receivedWithUnknownIds(ids, ask))
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
      stranger,
    )
  })

  test('list-incidents returns no incident of another organization', async () => {
    const ours = await listIncidents({ tags: incident.tags })
    const others = await stranger.get<Page<Incident>>('/incidents', { query: { tags: incident.tags } })

    expect([idsOf(ours.body.data), idsOf(others.body.data)]).toEqual([[incident.id], [theirs.id]])
  })

  test.each(['/locations', '/points', '/users', '/workflow-states'])(
    '%s returns no resource of another organization',
    async (path) => {
      const ours = await reader.get<Page<{ id: string }>>(path)
      const others = await stranger.get<Page<{ id: string }>>(path)

      expect(ours.body.data.length).toBeGreaterThan(0)
      expect(idsOf(others.body.data).filter((id) => idsOf(ours.body.data).includes(id))).toEqual([])
    },
  )

  test('the creation configuration contains no id of another organization', async () => {
    const { text } = await stranger.get('/creation-configurations/current')

    expect([current.defaultProfileId, plainType.id, plainCategory.id].filter((id) => text.includes(id))).toEqual([])
  })

  test('each organization has an External API auditor of its own, who is the author of its incidents', () => {
    expect(theirs.createdBy).not.toBe(auditor.id)
  })

  test('two organizations can create a comment with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const ours = await integration.post<Comment>(commentsPath, { relatedEntityId: incident.id }, { headers })
    const others = await stranger.post<Comment>(commentsPath, { relatedEntityId: theirs.id }, { headers })

    expect([ours.status, others.status, others.headers.get('idempotent-replayed')]).toEqual([201, 201, null])
  })
})

const file = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
  return form
}
