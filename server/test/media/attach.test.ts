import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { addComment } from '../../src/comments/add.ts'
import { lockMadeThroughApi } from '../../src/comments/lock.ts'
import { deleteComment } from '../../src/comments/delete.ts'
import { findIncident } from '../../src/incidents/queries.ts'
import { deleteIncident } from '../../src/incidents/change/delete.ts'
import { attachMedia } from '../../src/media/attach.ts'
import type { MediaSubject } from '../../src/media/subject.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { OrganizationScope } from '../../src/scope.ts'
import { eventsOf, startTestServer } from '../support/harness.ts'
import { codesOf, meetBehind } from '../support/lock-waits.ts'
import { addStaffComment, addTenant, nothing, tracesOf, upload, urlsOf, type Tenant } from '../support/media.ts'

const server = await startTestServer()

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('attaching a file to an incident', () => {
  test('stores and returns every byte of a file that is larger than a JSON body may be', async () => {
    const tenant = await addTenant(server)
    const contents = randomBytes(3 * 1024 * 1024 + 7)
    const { status, body } = await upload(server, tenant, contents, 'backup.bin')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fileName: 'backup.bin',
      contentType: 'application/octet-stream',
      sizeBytes: contents.length,
      sha256: sha256(contents),
      createdAt: expect.stringMatching(/Z$/),
      createdBy: expect.any(String),
    })

    const urls = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, body.id)
    expect(urls).toMatchObject({ status: 200, body: { thumbnailDownloadUrl: null } })
    const downloaded = await fetch(urls.body.downloadUrl)
    expect(sha256(new Uint8Array(await downloaded.arrayBuffer()))).toBe(sha256(contents))
  })

  test('attaching a file adds the file id to mediaIds of the incident, advances lastModifiedAt and records an event', async () => {
    const tenant = await addTenant(server)
    const before = await readIncident(tenant)
    const { body: first } = await upload(server, tenant, 'first')
    const { body: second } = await upload(server, tenant, 'second')

    const after = await readIncident(tenant)
    expect(after.mediaIds).toEqual([first.id, second.id])
    expect(after.lastModifiedAt > before.lastModifiedAt).toBe(true)
    const events = await eventsOf(tenant.scope, tenant.incidentId)
    expect(events.map(({ kind }) => kind)).toEqual(['incident.created', 'media.attached', 'media.attached'])
    expect(events[1]).toMatchObject({ actorId: first.createdBy, data: { mediaId: first.id, sizeBytes: 5 } })
  })

  test('does not delete the stored object of a file if the connection is lost during the commit', async () => {
    const tenant = await addTenant(server)
    const { organizationId, actorId } = tenant.scope
    const scope = new OrganizationScope(organizationId, actorId, tenant.scope.service)
    const commit = scope.transaction.bind(scope)
    vi.spyOn(scope, 'transaction').mockImplementation(async (work) => {
      await commit(work)
      throw new Error('Connection terminated unexpectedly')
    })
    const stream = Readable.from([Buffer.from('contents')])
    const storage = await openMediaStorage(server.environment)
    const attempt = attachMedia(scope, storage, { incidentId: tenant.incidentId }, { fileName: 'a.txt', stream })
    await expect(attempt).rejects.toThrow('Connection terminated')
    const { rows, mediaIds, objects, uploads } = await tracesOf(server, tenant)
    expect({ rows, objects, uploads }).toEqual({ rows: 1, objects: mediaIds, uploads: [] })
  })

  test('stores the content of each of eight simultaneous uploads under the right file', async () => {
    const tenant = await addTenant(server)
    const contents = Array.from({ length: 8 }, () => randomBytes(200_000))
    const responses = await Promise.all(contents.map((bytes) => upload(server, tenant, bytes)))
    expect(responses.map(({ body }) => body.sha256)).toEqual(contents.map(sha256))
    const { mediaIds } = await readIncident(tenant)
    expect(mediaIds.toSorted()).toEqual(responses.map(({ body }) => body.id).toSorted())
  })

  test.each([
    ['%PDF-1.7\n%âãÏÓ\n', 'invoice.exe', 'application/pdf'],
    ['<html><script>alert(1)</script></html>', 'page.html', 'text/plain'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'logo.svg', 'text/plain'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.svg', 'application/xml'],
    ['Kühlraum: −15 °C\n', 'note.png', 'text/plain'],
    [new Uint8Array([0xff, 0xfe, 0xfd, 0x00, 0x01]), 'data.txt', 'application/octet-stream'],
    ['with a \0 in it', 'data.txt', 'application/octet-stream'],
    ['', 'empty.txt', 'application/octet-stream'],
  ])(
    'detects the content type of a file from its content, not from its name (case %#)',
    async (contents, name, contentType) => {
      const tenant = await addTenant(server)
      const { status, body } = await upload(server, tenant, contents, name)
      expect(status).toBe(201)
      expect(body).toMatchObject({ contentType, fileName: name })
    },
  )

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['Kühlung №1 👩‍🚒.jpg', 'Kühlung №1 👩‍🚒.jpg'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['..', 'file'],
    [`${'ä'.repeat(300)}.jpg`, 'ä'.repeat(255)],
  ])('stores only the safe part of the uploaded file name %j', async (sent, stored) => {
    const tenant = await addTenant(server)
    const { body } = await upload(server, tenant, 'contents', sent)
    expect(body.fileName).toBe(stored)
    const { body: urls } = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, body.id)
    expect((await fetch(urls.downloadUrl)).headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  })
})

describe('access to the files of an incident', () => {
  test('a read-only API key can download files but cannot attach files', async () => {
    const tenant = await addTenant(server)
    const rejected = await upload(server, { ...tenant, key: tenant.readOnlyKey }, 'contents')
    expect(rejected).toMatchObject({ status: 401, body: { code: 'insufficient_scope' } })
    expect(await tracesOf(server, tenant)).toEqual(nothing)

    const { body } = await upload(server, tenant, 'contents')
    expect((await urlsOf(server, tenant.readOnlyKey, `incidents/${tenant.incidentId}`, body.id)).status).toBe(200)
    expect((await urlsOf(server, 'none', `incidents/${tenant.incidentId}`, body.id)).status).toBe(401)
  })

  test('gives an API key of another organization the same 404 response as for missing files and incidents', async () => {
    const tenant = await addTenant(server)
    const otherTenant = await addTenant(server)
    const { body: media } = await upload(server, tenant, 'contents')
    const commentId = await addStaffComment(tenant)
    const missing = randomUUID()

    const attempts = (incident: string, comment: string, mediaId: string) =>
      Promise.all([
        upload(server, { key: otherTenant.key, incidentId: incident }, 'contents'),
        urlsOf(server, otherTenant.key, `incidents/${incident}`, mediaId),
        urlsOf(server, otherTenant.key, `comments/${comment}`, mediaId),
        urlsOf(server, otherTenant.key, `incidents/${otherTenant.incidentId}`, mediaId),
      ])
    const foreign = withoutRequestId(await attempts(tenant.incidentId, commentId, media.id))
    expect(foreign).toEqual(withoutRequestId(await attempts(missing, missing, missing)))
    expect(foreign.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'incident_not_found'],
      [404, 'incident_not_found'],
      [404, 'comment_not_found'],
      [404, 'media_not_found'],
    ])
    expect(await tracesOf(server, otherTenant)).toEqual(nothing)
  })

  test('answers 400 to a malformed incident, comment or file id', async () => {
    const { key, incidentId } = await addTenant(server)
    expect(await upload(server, { key, incidentId: 'none' }, 'contents')).toMatchObject({ status: 400 })
    for (const subject of [`incidents/${incidentId}`, 'comments/none']) {
      const response = await urlsOf(server, key, subject, 'none')
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(response.body.errors).toContainEqual(
        expect.objectContaining({ parameter: 'mediaId', code: 'invalid_format' }),
      )
    }
  })
})

describe('a file of a comment', () => {
  test('finds a file of a comment only under that comment, not under another comment or the incident', async () => {
    const tenant = await addTenant(server)
    const commentId = await addStaffComment(tenant)
    const otherCommentId = await addStaffComment(tenant)
    const media = await attachTo(tenant.scope, { commentId: commentId.toUpperCase() })
    expect(media).toMatchObject({ fileName: 'note.txt', createdBy: tenant.scope.actorId })

    const { status, body } = await urlsOf(server, tenant.key, `comments/${commentId}`, media.id)
    expect(status).toBe(200)
    expect(await (await fetch(body.downloadUrl)).text()).toBe('from the command line')
    const elsewhere = [`comments/${otherCommentId}`, `incidents/${tenant.incidentId}`]
    for (const subject of elsewhere) {
      const response = await urlsOf(server, tenant.key, subject, media.id)
      expect(response).toMatchObject({ status: 404, body: { code: 'media_not_found' } })
    }
    expect((await eventsOf(tenant.scope, commentId)).map(({ kind }) => kind)).toContain('media.attached')
    expect(await mediaIdsOf(commentId)).toEqual([media.id])
  })

  test('finds no file of a deleted comment or incident, but serves a download URL that was issued before the deletion', async () => {
    const tenant = await addTenant(server)
    const commentId = await addStaffComment(tenant)
    const ofComment = await attachTo(tenant.scope, { commentId })
    const { comment: deleted } = await addComment(
      tenant.scope,
      { relatedEntityId: tenant.incidentId },
      { madeThroughApi: true },
    )
    const ofDeleted = await attachTo(tenant.scope, { commentId: deleted.id })
    const { body: ofIncident } = await upload(server, tenant, 'of the incident')
    const before = await urlsOf(server, tenant.key, `comments/${commentId}`, ofComment.id)

    await deleteComment(tenant.scope, deleted.id, lockMadeThroughApi)
    expect(await urlsOf(server, tenant.key, `comments/${deleted.id}`, ofDeleted.id)).toMatchObject({
      status: 404,
      body: { code: 'comment_not_found' },
    })

    await deleteIncident(tenant.scope, tenant.incidentId)
    expect(await urlsOf(server, tenant.key, `comments/${commentId}`, ofComment.id)).toMatchObject({
      status: 404,
      body: { code: 'comment_not_found' },
    })
    expect(await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, ofIncident.id)).toMatchObject({
      status: 404,
      body: { code: 'incident_not_found' },
    })
    expect((await fetch(before.body.downloadUrl)).status).toBe(200)
    await expect(attachTo(tenant.scope, { commentId })).rejects.toMatchObject({ code: 'comment_not_found' })
  })

  test('rejects a file for a deleted comment without reading the uploaded stream', async () => {
    const tenant = await addTenant(server)
    const { comment } = await addComment(tenant.scope, { relatedEntityId: tenant.incidentId }, { madeThroughApi: true })
    await deleteComment(tenant.scope, comment.id, lockMadeThroughApi)
    const stream = Readable.from([Buffer.from('contents')])
    const read = vi.spyOn(stream, 'read')
    const storage = await openMediaStorage(server.environment)
    await expect(
      attachMedia(tenant.scope, storage, { commentId: comment.id }, { fileName: 'a', stream }),
    ).rejects.toMatchObject({
      code: 'comment_not_found',
    })
    expect(read).not.toHaveBeenCalled()
    expect(stream.destroyed).toBe(true)
  })

  test('rejects a file for a comment or incident that is deleted during the upload', async () => {
    const { scope, incidentId } = await addTenant(server)
    const { comment } = await addComment(scope, { relatedEntityId: incidentId }, { madeThroughApi: true })
    const removing = (inner: OrganizationScope) => deleteComment(inner, comment.id, lockMadeThroughApi)
    const toComment = await meetBehind(scope, removing, [() => attachTo(scope, { commentId: comment.id })])
    expect(codesOf(toComment)).toEqual(['comment_not_found'])
    const toIncident = await meetBehind(scope, (inner) => deleteIncident(inner, incidentId), [
      () => attachTo(scope, { incidentId }),
    ])
    expect(codesOf(toIncident)).toEqual(['incident_not_found'])
  })
})

const attachTo = async (scope: OrganizationScope, subject: MediaSubject) => {
  const storage = await openMediaStorage(server.environment)
  const stream = Readable.from([Buffer.from('from the command line')])
  return (await attachMedia(scope, storage, subject, { fileName: '/home/me/note.txt', stream })).media
}

const withoutRequestId = (responses: { status: number; body: { code: string } }[]) =>
  responses.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))

const readIncident = async ({ scope, incidentId }: Tenant) => (await findIncident(scope, incidentId))!

const mediaIdsOf = async (commentId: string) => {
  const query = server.database.database.selectFrom('comments').select('media_ids').where('id', '=', commentId)
  return (await query.executeTakeFirstOrThrow()).media_ids
}
