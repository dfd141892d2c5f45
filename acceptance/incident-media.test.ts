import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Answer, integration, reader } from './support/client.ts'
import { existingComments, mediaUrls } from './support/comments.ts'
import { createIncident } from './support/incidents.ts'
import { auditor, demand } from './support/organization.ts'
import { invalidRequest, rejectionOf, refused } from './support/rejection.ts'
import type { Incident, Media, MediaUrls } from './support/resources.ts'

type Bytes = Uint8Array<ArrayBuffer>

const formWith = (...files: [string, Bytes, string][]): FormData => {
  const form = new FormData()
  for (const [field, bytes, fileName] of files) form.append(field, new Blob([bytes]), fileName)
  return form
}

const attach = (incidentId: string, body: FormData, headers: Record<string, string> = {}): Promise<Answer<Media>> =>
  integration.send('POST', `/incidents/${incidentId}/media`, { body, headers })

const urlsOf = (incidentId: string, mediaId: string): Promise<Answer<MediaUrls>> =>
  reader.get(`/download/incidents/${incidentId}/media/${mediaId}/urls`)

const read = async (id: string): Promise<Incident> => (await reader.get<Incident>(`/incidents/${id}`)).body
const download = async (url: string): Promise<Bytes> => new Uint8Array(await (await fetch(url)).arrayBuffer())

const text = new TextEncoder().encode('Temperature: −11 °C\n')
const photographed = demand(await existingComments(), 'Comment with a photo', ({ mediaIds }) => mediaIds.length > 0)
const photo = await download((await mediaUrls(photographed.id, photographed.mediaIds[0]!)).body.downloadUrl)

describe('attach-incident-media', () => {
  test('answers 201 with the file, which the incident then has', async () => {
    const before = await createIncident()

    const { status, body } = await attach(before.id, formWith(['file', text, 'log.txt']))

    expect(status).toBe(201)
    expect(body).toMatchObject({ fileName: 'log.txt', sizeBytes: text.length, createdBy: auditor.id })
    expect(body.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    const { mediaIds, lastModifiedAt, ...rest } = await read(before.id)
    expect({ ...before, mediaIds, lastModifiedAt }).toMatchObject(rest)
    expect(mediaIds).toEqual([body.id])
    expect(Date.parse(lastModifiedAt)).toBeGreaterThan(Date.parse(before.lastModifiedAt))
  })

  test('keeps the bytes, and gives a photo a thumbnail', async () => {
    const { id } = await createIncident()
    const { body: media } = await attach(id, formWith(['file', photo, 'photo.txt']))

    // A thumbnail may be made after the answer to the upload.
    await expect.poll(async () => (await urlsOf(id, media.id)).body.thumbnailDownloadUrl).not.toBeNull()
    const { body: urls } = await urlsOf(id, media.id)

    expect(media.contentType).toMatch(/^image\//)
    expect(await download(urls.downloadUrl)).toEqual(photo)
    expect((await download(urls.thumbnailDownloadUrl!)).length).toBeGreaterThan(0)
  })

  test('gives a text no thumbnail', async () => {
    const { id } = await createIncident()
    const { body: media } = await attach(id, formWith(['file', text, 'photo.jpg']))

    expect((await urlsOf(id, media.id)).body.thumbnailDownloadUrl).toBeNull()
  })

  test('tells the type from the content: a page named like a photo is not delivered as one', async () => {
    const { id } = await createIncident()
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
    const { body: media } = await attach(id, formWith(['file', page, 'photo.png']))

    const { headers } = await fetch((await urlsOf(id, media.id)).body.downloadUrl)

    expect(media.contentType).not.toMatch(/^image\//)
    expect(headers.get('content-type')).not.toMatch(/^image\//)
    expect(headers.get('content-disposition')).toMatch(/^attachment\b/)
  })

  test.each(['Öfen & Türen 🚨.txt', '"quoted".txt', '../../etc/passwd', 'a;b=c.txt', '%2e%2e%2f.txt'])(
    'takes a file named %s and delivers it as an attachment',
    async (fileName) => {
      const { id } = await createIncident()
      const { status, body: media } = await attach(id, formWith(['file', text, fileName]))
      const { headers } = await fetch((await urlsOf(id, media.id)).body.downloadUrl)

      expect(status).toBe(201)
      expect(media.fileName).not.toMatch(/[/\\]|^\.+$/)
      expect(headers.get('content-disposition')).toMatch(/^attachment\b/)
    },
  )

  test('keeps every file of several that arrive at once', async () => {
    const { id } = await createIncident()

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => attach(id, formWith(['file', text, `${index}.txt`]))),
    )

    expect((await read(id)).mediaIds.toSorted()).toEqual(answers.map(({ body }) => body.id).toSorted())
  })

  test.each([
    ['no file', formWith(), 'file_missing'],
    ['a file in another field', formWith(['photo', text, 'x.txt']), 'file_missing'],
  ])('refuses %s', async (_, form, code) => {
    const { id } = await createIncident()

    expect(rejectionOf(await attach(id, form))).toMatchObject({ status: 400, code })
    expect((await read(id)).mediaIds).toEqual([])
  })

  test('refuses two files', async () => {
    const { id } = await createIncident()

    expect((await attach(id, formWith(['file', text, '1.txt'], ['file', text, '2.txt']))).status).toBe(400)
    expect((await read(id)).mediaIds).toEqual([])
  })

  test('refuses JSON', async () => {
    const { id } = await createIncident()

    expect(rejectionOf(await integration.post(`/incidents/${id}/media`, { file: 'x' }))).toEqual(
      refused(400, 'unsupported_content_type'),
    )
  })

  test('to no incident is 404', async () => {
    expect(rejectionOf(await attach(randomUUID(), formWith(['file', text, 'x.txt'])))).toEqual(
      refused(404, 'incident_not_found'),
    )
  })

  test('to what is no UUID is 400', async () => {
    expect(rejectionOf(await attach('17', formWith(['file', text, 'x.txt'])))).toEqual(
      invalidRequest('id invalid_format'),
    )
  })
})

describe('Idempotency-Key of an upload', () => {
  test('attaches the file once, and tells a retry', async () => {
    const { id } = await createIncident()
    const headers = { 'idempotency-key': randomUUID() }

    const first = await attach(id, formWith(['file', text, 'log.txt']), headers)
    const retry = await attach(id, formWith(['file', text, 'log.txt']), headers)

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(retry.body).toEqual(first.body)
    expect((await read(id)).mediaIds).toEqual([first.body.id])
  })

  test('with another file is refused and names the first', async () => {
    const { id } = await createIncident()
    const headers = { 'idempotency-key': randomUUID() }
    const { body: media } = await attach(id, formWith(['file', text, 'log.txt']), headers)

    const answer = await attach(id, formWith(['file', photo, 'log.txt']), headers)

    expect(rejectionOf(answer)).toMatchObject({ status: 400, code: 'idempotency_key_reused' })
    expect(answer.body).toMatchObject({ mediaId: media.id })
    expect((await read(id)).mediaIds).toEqual([media.id])
  })

  test('without it, the same file twice is attached twice', async () => {
    const { id } = await createIncident()
    await attach(id, formWith(['file', text, 'log.txt']))
    await attach(id, formWith(['file', text, 'log.txt']))

    expect((await read(id)).mediaIds).toHaveLength(2)
  })
})

describe('get-incident-media-download-url', () => {
  test('download addresses for a file of a comment are 404 under its incident', async () => {
    expect(rejectionOf(await urlsOf(photographed.relatedEntityId, photographed.mediaIds[0]!))).toEqual(
      refused(404, 'media_not_found'),
    )
  })

  test('download addresses for a file of a missing incident are 404', async () => {
    expect(rejectionOf(await urlsOf(randomUUID(), randomUUID()))).toEqual(refused(404, 'incident_not_found'))
  })

  test('with ids that are no UUIDs is 400 and names both', async () => {
    expect(rejectionOf(await urlsOf('1', '2'))).toEqual(
      invalidRequest('incidentId invalid_format', 'mediaId invalid_format'),
    )
  })
})
