import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ApiResponse, integration, reader } from './support/client.ts'
import { existingComments, mediaUrls, tryComment } from './support/comments.ts'
import { createIncident, readIncident } from './support/incidents.ts'
import { auditor, demand } from './support/organization.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import type { Media, MediaUrls } from './support/resources.ts'

type Bytes = Uint8Array<ArrayBuffer>

const formWith = (...files: [string, Bytes, string][]): FormData => {
  const form = new FormData()
  for (const [field, bytes, fileName] of files) form.append(field, new Blob([bytes]), fileName)
  return form
}

const attach = (
  incidentId: string,
  body: FormData,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Media>> => integration.send('POST', `/incidents/${incidentId}/media`, { body, headers })

const urlsOf = (incidentId: string, mediaId: string): Promise<ApiResponse<MediaUrls>> =>
  reader.get(`/download/incidents/${incidentId}/media/${mediaId}/urls`)

const download = async (url: string): Promise<Bytes> => new Uint8Array(await (await fetch(url)).arrayBuffer())

const text = new TextEncoder().encode('Temperature: −11 °C\n')
const photographed = demand(await existingComments(), 'comment with a photo', ({ mediaIds }) => mediaIds.length > 0)
const photo = await download((await mediaUrls(photographed.id, photographed.mediaIds[0]!)).body.downloadUrl)

describe('attach-incident-media', () => {
  test('answers 201 to an upload and adds the file to the incident', async () => {
    const before = await createIncident()

    const { status, body } = await attach(before.id, formWith(['file', text, 'log.txt']))

    expect(status).toBe(201)
    expect(body).toMatchObject({ fileName: 'log.txt', sizeBytes: text.length, createdBy: auditor.id })
    expect(body.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    const { mediaIds, lastModifiedAt, version, ...rest } = await readIncident(before.id)
    expect({ ...before, mediaIds, lastModifiedAt, version }).toMatchObject(rest)
    expect(mediaIds).toEqual([body.id])
    expect(version).toBe(before.version + 1)
    expect(Date.parse(lastModifiedAt)).toBeGreaterThan(Date.parse(before.lastModifiedAt))
  })

  test('stores an uploaded photo unchanged and makes a thumbnail', async () => {
    const { id } = await createIncident()
    const { body: media } = await attach(id, formWith(['file', photo, 'photo.txt']))

    // Poll, because the server may make the thumbnail after the response to the upload.
    await expect.poll(async () => (await urlsOf(id, media.id)).body.thumbnailDownloadUrl).not.toBeNull()
    const { body: urls } = await urlsOf(id, media.id)

    expect(media.contentType).toMatch(/^image\//)
    expect(await download(urls.downloadUrl)).toEqual(photo)
    expect((await download(urls.thumbnailDownloadUrl!)).length).toBeGreaterThan(0)
  })

  test('makes no thumbnail of an uploaded text file', async () => {
    const { id } = await createIncident()
    const { body: media } = await attach(id, formWith(['file', text, 'photo.jpg']))

    expect((await urlsOf(id, media.id)).body.thumbnailDownloadUrl).toBeNull()
  })

  test('does not deliver an HTML page named photo.png as an image, because the type is detected from the content', async () => {
    const { id } = await createIncident()
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
    const { body: media } = await attach(id, formWith(['file', page, 'photo.png']))

    const { headers } = await fetch((await urlsOf(id, media.id)).body.downloadUrl)

    expect(media.contentType).not.toMatch(/^image\//)
    expect(headers.get('content-type')).not.toMatch(/^image\//)
    expect(headers.get('content-disposition')).toMatch(/^attachment\b/)
  })

  test.each(['Öfen & Türen 🚨.txt', '"quoted".txt', '../../etc/passwd', 'a;b=c.txt', '%2e%2e%2f.txt'])(
    'accepts a file named %s and delivers the file as an attachment',
    async (fileName) => {
      const { id } = await createIncident()
      const { status, body: media } = await attach(id, formWith(['file', text, fileName]))
      const { headers } = await fetch((await urlsOf(id, media.id)).body.downloadUrl)

      expect(status).toBe(201)
      expect(media.fileName).not.toMatch(/[/\\]|^\.+$/)
      expect(headers.get('content-disposition')).toMatch(/^attachment\b/)
    },
  )

  test('stores all files of 8 concurrent uploads to one incident', async () => {
    const { id } = await createIncident()

    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => attach(id, formWith(['file', text, `${index}.txt`]))),
    )

    expect((await readIncident(id)).mediaIds.toSorted()).toEqual(responses.map(({ body }) => body.id).toSorted())
  })

  test.each([
    ['no file', formWith(), 'file_missing'],
    ['a file in another field', formWith(['photo', text, 'x.txt']), 'file_missing'],
  ])('rejects an upload with %s', async (_, form, code) => {
    const { id } = await createIncident()

    expect(rejectionOf(await attach(id, form))).toMatchObject({ status: 400, code })
    expect((await readIncident(id)).mediaIds).toEqual([])
  })

  test('rejects an upload with two files', async () => {
    const { id } = await createIncident()

    expect((await attach(id, formWith(['file', text, '1.txt'], ['file', text, '2.txt']))).status).toBe(400)
    expect((await readIncident(id)).mediaIds).toEqual([])
  })

  test('rejects an upload with a JSON body', async () => {
    const { id } = await createIncident()

    expect(rejectionOf(await integration.post(`/incidents/${id}/media`, { file: 'x' }))).toEqual(
      rejected(400, 'unsupported_content_type'),
    )
  })

  test('answers 404 to an upload for an unknown incident', async () => {
    expect(rejectionOf(await attach(randomUUID(), formWith(['file', text, 'x.txt'])))).toEqual(
      rejected(404, 'incident_not_found'),
    )
  })

  test('answers 400 to an upload for an incident id that is not a UUID', async () => {
    expect(rejectionOf(await attach('17', formWith(['file', text, 'x.txt'])))).toEqual(
      invalidRequest('id invalid_format'),
    )
  })
})

describe('Idempotency-Key of an upload', () => {
  test('attaches a file once when its upload is retried with the same Idempotency-Key, and marks the second response as a replay', async () => {
    const { id } = await createIncident()
    const headers = { 'idempotency-key': randomUUID() }

    const first = await attach(id, formWith(['file', text, 'log.txt']), headers)
    const retry = await attach(id, formWith(['file', text, 'log.txt']), headers)

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(retry.body).toEqual(first.body)
    expect((await readIncident(id)).mediaIds).toEqual([first.body.id])
  })

  test('rejects the Idempotency-Key of an earlier upload for a different file, and returns the id of the earlier file', async () => {
    const { id } = await createIncident()
    const headers = { 'idempotency-key': randomUUID() }
    const { body: media } = await attach(id, formWith(['file', text, 'log.txt']), headers)

    const response = await attach(id, formWith(['file', photo, 'log.txt']), headers)

    expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'idempotency_key_reused' })
    expect(response.body).toMatchObject({ mediaId: media.id })
    expect((await readIncident(id)).mediaIds).toEqual([media.id])
  })

  test('rejects an upload with the Idempotency-Key of a comment, and returns the id of the comment', async () => {
    const { id } = await createIncident()
    const headers = { 'idempotency-key': randomUUID() }
    const { body: comment } = await tryComment({ relatedEntityId: id, message: 'Seen.' }, integration, headers)

    const response = await attach(id, formWith(['file', text, 'log.txt']), headers)

    expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'idempotency_key_reused' })
    expect(response.body).toMatchObject({ commentId: comment.id })
  })

  test('attaches the same file twice when two uploads have no Idempotency-Key', async () => {
    const { id } = await createIncident()
    await attach(id, formWith(['file', text, 'log.txt']))
    await attach(id, formWith(['file', text, 'log.txt']))

    expect((await readIncident(id)).mediaIds).toHaveLength(2)
  })
})

/** Creates an incident with a file. */
const attached = async () => {
  const { id } = await createIncident()
  const { body: media } = await attach(id, formWith(['file', text, 'log.txt']))
  return { id, media, path: `/incidents/${id}/media/${media.id}` }
}

describe('delete-incident-media', () => {
  test('delete-incident-media removes the file from mediaIds of the incident, and download URLs of the file are no longer issued', async () => {
    const { id, media, path } = await attached()
    const before = await readIncident(id)

    expect((await integration.delete(path)).status).toBe(204)

    const after = await readIncident(id)
    expect(after.mediaIds).toEqual([])
    expect(Date.parse(after.lastModifiedAt)).toBeGreaterThan(Date.parse(before.lastModifiedAt))
    expect(rejectionOf(await urlsOf(id, media.id))).toEqual(rejected(404, 'media_not_found'))
  })

  test('answers 404 to a second deletion of a file', async () => {
    const { path } = await attached()
    await integration.delete(path)

    expect(rejectionOf(await integration.delete(path))).toEqual(rejected(404, 'media_not_found'))
  })

  test('the deletion of a file repeated with the same Idempotency-Key gets 204 again and is marked as a replay', async () => {
    const { path } = await attached()
    const headers = { 'idempotency-key': randomUUID() }

    const first = await integration.delete(path, { headers })
    const retry = await integration.delete(path, { headers })

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([204, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
  })

  test('answers 404 to a deletion of a file under the path of another incident, and the file stays', async () => {
    const { id, media } = await attached()
    const other = await createIncident()

    expect(rejectionOf(await integration.delete(`/incidents/${other.id}/media/${media.id}`))).toEqual(
      rejected(404, 'media_not_found'),
    )
    expect((await readIncident(id)).mediaIds).toEqual([media.id])
  })

  test('delete-incident-media answers 404 for a file that belongs to a comment on the incident', async () => {
    const path = `/incidents/${photographed.relatedEntityId}/media/${photographed.mediaIds[0]!}`

    expect(rejectionOf(await integration.delete(path))).toEqual(rejected(404, 'media_not_found'))
  })

  test('answers 404 to a deletion of a file of an unknown incident', async () => {
    expect(rejectionOf(await integration.delete(`/incidents/${randomUUID()}/media/${randomUUID()}`))).toEqual(
      rejected(404, 'incident_not_found'),
    )
  })
})

describe('get-incident-media-download-url', () => {
  test('get-incident-media-download-url answers 404 for a file that belongs to a comment on the incident', async () => {
    expect(rejectionOf(await urlsOf(photographed.relatedEntityId, photographed.mediaIds[0]!))).toEqual(
      rejected(404, 'media_not_found'),
    )
  })

  test('answers 404 to a request for the URLs of a file of an unknown incident', async () => {
    expect(rejectionOf(await urlsOf(randomUUID(), randomUUID()))).toEqual(rejected(404, 'incident_not_found'))
  })

  test('answers 400 to an incident id and a media id that are not UUIDs, and names both ids', async () => {
    expect(rejectionOf(await urlsOf('1', '2'))).toEqual(
      invalidRequest('incidentId invalid_format', 'mediaId invalid_format'),
    )
  })
})
