import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeIncident, deleteIncident, patchIncident, replayed, restoreIncident } from './support/changes.ts'
import { integration, reader } from './support/client.ts'
import { comment, commentsPath, listComments, tryComment } from './support/comments.ts'
import { createIncident, creation, getIncident, listedIds, modify, readIncident, unique } from './support/incidents.ts'
import { location } from './support/organization.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'
import type { Incident, MediaUrls } from './support/resources.ts'

const notFound = rejected(404, 'incident_not_found')

async function deletedIncident(fields: Record<string, unknown> = {}): Promise<Incident> {
  const incident = await createIncident(fields)
  await deleteIncident(incident.id)
  return incident
}

const upload = (id: string) => {
  const body = new FormData()
  body.set('file', new Blob(['x']), 'x.txt')
  return integration.send('POST', `/incidents/${id}/media`, { body })
}

describe('delete-incident', () => {
  test('delete-incident answers 204 without a body, and 404 to a second deletion', async () => {
    const { id } = await createIncident()

    const { status, text, headers } = await deleteIncident(id)

    expect({ status, text, etag: headers.get('etag') }).toEqual({ status: 204, text: '', etag: null })
    expect(rejectionOf(await deleteIncident(id))).toEqual(notFound)
  })

  test('get-incident, update-incident and an upload answer 404 to a deleted incident', async () => {
    const { id } = await deletedIncident()

    const responses = [await getIncident(id), await patchIncident(id, { name: 'Leak' }), await upload(id)]

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => notFound))
  })

  test('list-incidents does not return a deleted incident, with any filter or sort order', async () => {
    const tag = unique('deleted')
    const externalId = unique('deleted')
    const fields = { tags: [tag], externalId, locationId: location.id, priority: 'MAJOR' }
    const [remaining, { id }] = [await createIncident(fields), await createIncident(fields)]

    await deleteIncident(id)

    const filters = [
      ['q', tag],
      ['tags', tag],
      ['state', 'open'],
      ['priority', 'MAJOR'],
      ['locationId', location.id],
    ]
    for (const filter of filters) {
      expect(await listedIds({ externalId, ...Object.fromEntries([filter]) })).toEqual([remaining.id])
    }
    for (const sort of ['id', '-lastModifiedAt', 'name'])
      expect(await listedIds({ externalId, sort })).toEqual([remaining.id])
  })

  test('comments of a deleted incident can be neither listed, added, changed nor deleted', async () => {
    const { id } = await createIncident()
    const { id: commentId } = await comment(id)

    await deleteIncident(id)

    expect(rejectionOf(await listComments(id))).toMatchObject({ status: 404 })
    expect(rejectionOf(await tryComment({ relatedEntityId: id, message: 'x' }))).toMatchObject({ status: 404 })
    expect((await integration.patch(`/comments/${commentId}`, { message: 'x' })).status).toBe(404)
    expect((await integration.delete(`/comments/${commentId}`)).status).toBe(404)
  })

  test('answers 404 to a request for the download URLs of a file of a deleted incident', async () => {
    const { id, mediaIds } = await modify(await createIncident())

    await deleteIncident(id)

    expect((await reader.get(`/download/incidents/${id}/media/${mediaIds[0]}/urls`)).status).toBe(404)
  })

  test('the retry of a creation returns a deleted incident as it was before its deletion, and does not restore the incident', async () => {
    const body = creation()
    const { id } = (await integration.post<Incident>('/incidents', body)).body
    const changed = await changeIncident(id, { name: 'Ice' })
    await deleteIncident(id)

    const retry = await integration.post('/incidents', body)

    expect({ status: retry.status, body: retry.body, replayed: replayed(retry) }).toEqual({
      status: 201,
      body: changed,
      replayed: 'true',
    })
    expect((await getIncident(id)).status).toBe(404)
  })

  test('a creation with another name and the clientRequestId of a deleted incident is rejected', async () => {
    const { clientRequestId } = await deletedIncident()

    const response = await integration.post('/incidents', creation({ clientRequestId, name: 'Other' }))

    expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'client_request_id_reused' })
  })

  test('delete-incident answers 400 to an id that is not a UUID', async () => {
    expect(rejectionOf(await deleteIncident('17'))).toEqual(invalidRequest('id invalid_format'))
  })

  test('delete-incident answers 404 to the id of an unknown incident', async () => {
    expect(rejectionOf(await deleteIncident(randomUUID()))).toEqual(notFound)
  })

  test('delete-incident accepts a request that has a content type but no body', async () => {
    const { id } = await createIncident()

    expect((await deleteIncident(id, { 'content-type': 'application/json' })).status).toBe(204)
  })
})

describe('restore-incident', () => {
  test('restore-incident answers 200 with the incident, and get-incident and list-incidents return the incident again', async () => {
    const externalId = unique('restored')
    const before = await deletedIncident({ externalId, tags: ['wet'] })

    const { status, body } = await restoreIncident(before.id)

    expect({ status, body }).toEqual({
      status: 200,
      body: { ...before, lastModifiedAt: body.lastModifiedAt, version: 3 },
    })
    expect(body.lastModifiedAt > before.lastModifiedAt).toBe(true)
    expect(await readIncident(before.id)).toEqual(body)
    expect(await listedIds({ externalId, tags: 'wet' })).toEqual([before.id])
  })

  test('a restored incident has the comments and files that it had before its deletion', async () => {
    const { id, mediaIds } = await modify(await createIncident())
    const written = await comment(id)
    await deleteIncident(id)

    const { body } = await restoreIncident(id)

    expect(body.mediaIds).toEqual(mediaIds)
    expect((await listComments(id)).body.data).toEqual([written])
    expect((await integration.patch(`/comments/${written.id}`, { message: 'Gone.' })).status).toBe(200)
    const { body: urls } = await reader.get<MediaUrls>(`/download/incidents/${id}/media/${mediaIds[0]}/urls`)
    expect(await (await fetch(urls.downloadUrl)).text()).toBe('It has stopped.')
  })

  test('a comment that was deleted before its incident stays deleted after the restoration', async () => {
    const { id } = await createIncident()
    const { id: commentId } = await comment(id)
    await integration.delete(`/comments/${commentId}`)
    await deleteIncident(id)

    await restoreIncident(id)

    expect((await integration.get(commentsPath, { query: { relatedEntityId: id } })).body).toMatchObject({ data: [] })
  })

  test('restore-incident answers 200 for an incident that is not deleted, and changes nothing', async () => {
    const before = await createIncident()

    const { status, body } = await restoreIncident(before.id)

    expect({ status, body }).toEqual({ status: 200, body: before })
  })

  test('restore-incident answers 404 to an unknown id and 400 to an id that is not a UUID', async () => {
    expect(rejectionOf(await restoreIncident(randomUUID()))).toEqual(notFound)
    expect(rejectionOf(await restoreIncident('17'))).toEqual(invalidRequest('id invalid_format'))
  })

  test('the version rises with every change, deletion and restoration', async () => {
    const { id, version } = await createIncident()
    const versions = [version]
    for (const round of [1, 2, 3]) {
      versions.push((await changeIncident(id, { name: `Round ${round}` })).version)
      await deleteIncident(id, { 'if-match': `"${versions.at(-1)}"` })
      versions.push((await restoreIncident(id)).body.version)
    }

    expect(versions).toEqual([1, 2, 4, 5, 7, 8, 10])
  })

  test('after a restoration, a change gets 412 if its If-Match has the version from before the deletion', async () => {
    const { id } = await deletedIncident()
    await restoreIncident(id)

    const { status, body } = await patchIncident(id, { name: 'Leak' }, { 'if-match': '"1"' })

    expect([status, body.currentVersion, body.changedFields]).toEqual([412, 3, []])
    expect(body.detail).toMatch(/\w\.$/)
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'restore-incident and delete-incident accept an empty body with the content type %s',
    async (contentType) => {
      const { id } = await createIncident()
      const empty = { body: '', headers: { 'content-type': contentType } }

      const deletion = await integration.send('DELETE', `/incidents/${id}`, empty)
      const restoration = await integration.send('POST', `/incidents/${id}/restore`, empty)

      expect([deletion.status, restoration.status]).toEqual([204, 200])
    },
  )

  test('restore-incident ignores the body of a request', async () => {
    const { id } = await deletedIncident()

    expect((await integration.post(`/incidents/${id}/restore`, { name: 'Leak' })).status).toBe(200)
    expect((await readIncident(id)).name).not.toBe('Leak')
  })
})
