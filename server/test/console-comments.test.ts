import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { AttachedMedia, StaffComment, Timeline } from '@tocsin/contract/events/timeline.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addComment } from '../src/comments/add.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import type { SignedIn } from './support/console.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind, valuesOf } from './support/lock-waits.ts'

const server = await startTestServer({ MEDIA_MAX_MIB: 1 })

async function newTenant() {
  const organization = await server.newOrganization()
  return { ...organization, staff: await organization.signIn('member'), incident: await newIncident(organization.call) }
}

interface Part {
  name: string
  value: string | Blob
  fileName?: string
}

const form = (...parts: Part[]): FormData => {
  const data = new FormData()
  for (const { name, value, fileName } of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName)
  }
  return data
}

const message = (value: string): Part => ({ name: 'message', value })
const file = (contents: string | Uint8Array, fileName = 'note.txt'): Part => ({
  name: 'files',
  value: new Blob([contents as Uint8Array<ArrayBuffer>]),
  fileName,
})

const write = (staff: SignedIn, incidentId: string, body: FormData, headers: Record<string, string> = {}) =>
  staff.call<StaffComment & ProblemDetails>('POST', `/incidents/${incidentId}/comments`, { body, headers })

const commentsOf = async (call: Call, incidentId: string) =>
  (await call<{ data: Comment[] }>('GET', `/comments/by-entity-type/incident?relatedEntityId=${incidentId}`)).body.data

const timelineOf = async (staff: SignedIn, incidentId: string, query = '') =>
  (await staff.call<Timeline>('GET', `/incidents/${incidentId}/timeline${query}`)).body

describe('adding a staff comment', () => {
  test('the external API returns a staff comment and its photo but cannot delete the comment', async () => {
    const { staff, call, incident } = await newTenant()
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await write(
      staff,
      incident.id,
      form(message('See the photo 👀'), file(photo, 'photo.jpg')),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      relatedEntityId: incident.id,
      message: 'See the photo 👀',
      createdBy: staff.user.id,
      edited: false,
      madeThroughApi: false,
      media: [{ fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes: photo.length }],
    })

    const { madeThroughApi, media, ...comment } = body
    expect(await commentsOf(call, incident.id)).toEqual([comment])
    const path = `/download/comments/${comment.id}/media/${media[0]!.id}/urls`
    const { body: urls } = await call<MediaUrls>('GET', path)
    for (const url of [urls.downloadUrl, media[0]!.downloadUrl]) {
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(photo)
    }
    // Poll, because on a busy machine the server makes the thumbnail only after it has answered the upload.
    await expect.poll(async () => (await call<MediaUrls>('GET', path)).body.thumbnailDownloadUrl).not.toBeNull()
    const { body: withThumbnail } = await call<MediaUrls>('GET', path)
    expect((await fetch(withThumbnail.thumbnailDownloadUrl!)).headers.get('content-type')).toBe('image/webp')
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject({
      status: 400,
      body: { code: 'comment_not_from_api' },
    })
    expect(madeThroughApi).toBe(false)
  })

  test('accepts a staff comment that has files and no message, and returns the files in the order of the form', async () => {
    const { staff, incident, scope } = await newTenant()
    const names = Array.from({ length: 10 }, (_, index) => `photo ${index}.txt`)
    const { status, body } = await write(staff, incident.id, form(...names.map((name) => file(name, name))))
    expect(status).toBe(201)
    expect(body.message).toBeNull()
    expect(body.media.map(({ fileName }) => fileName)).toEqual(names)
    expect(body.mediaIds).toEqual(body.media.map(({ id }) => id))
    const kinds = (await eventsOf(scope, body.id)).map(({ kind }) => kind)
    expect(kinds).toHaveLength(11)
    expect(new Set(kinds)).toEqual(new Set(['comment.created', 'media.attached']))
  })

  const rejectedForms: [string, () => FormData, string][] = [
    ['neither message nor file', () => form(), 'invalid_request'],
    ['a blank message', () => form(message('  \n')), 'invalid_request'],
    ['a message that is too long', () => form(message('x'.repeat(251))), 'invalid_request'],
    ['a message with NUL', () => form(message('a\0b')), 'invalid_request'],
    ['two messages', () => form(message('a'), message('b')), 'invalid_request'],
    ['an unknown part', () => form(message('a'), { name: 'stateId', value: 'b' }), 'invalid_request'],
    ['eleven files', () => form(...Array.from({ length: 11 }, () => file('x'))), 'too_many_files'],
    ['a second file that is too large', () => form(file('x'), file(new Uint8Array(1_100_000))), 'file_too_large'],
  ]
  test.each(rejectedForms)(
    'rejects a staff comment with %s and stores neither comment nor files',
    async (_name, body, code) => {
      const { staff, call, incident, scope } = await newTenant()
      expect(await write(staff, incident.id, body())).toMatchObject({ status: 400, body: { code } })
      expect(await commentsOf(call, incident.id)).toEqual([])
      const media = scope.database.selectFrom('media').select('id').where('organization_id', '=', scope.organizationId)
      expect(await media.execute()).toEqual([])
    },
  )

  test('rejects a staff comment that is sent as JSON instead of a form', async () => {
    const { staff, incident } = await newTenant()
    const response = await staff.call('POST', `/incidents/${incident.id}/comments`, { body: { message: 'a' } })
    expect(response).toMatchObject({ status: 400, body: { code: 'unsupported_content_type' } })
  })

  test('adds a staff comment with its files only once for repeated requests with one Idempotency-Key', async () => {
    const { staff, call, incident } = await newTenant()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await write(staff, incident.id, form(message('Once'), file('a')), headers)
    const again = await write(staff, incident.id, form(message('Once'), file('a')), headers)
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, mediaIds: first.body.mediaIds } })
    const other = await write(staff, incident.id, form(message('Once'), file('b')), headers)
    expect(other).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } })
    expect(await commentsOf(call, incident.id)).toHaveLength(1)
  })

  test('answers 404 to a comment with files if the incident is deleted while the comment waits for a lock', async () => {
    const { staff, scope, incident } = await newTenant()
    const idempotencyKey = randomUUID()
    const early = { relatedEntityId: incident.id, message: 'Early' }
    const outcomes = await meetBehind(
      scope,
      // Insert a comment with the Idempotency-Key of the staff comment below. The staff comment then waits until this
      // transaction ends.
      (inner) => addComment(inner, early, { madeThroughApi: true, idempotencyKey }),
      [() => write(staff, incident.id, form(message('Late'), file('x')), { 'idempotency-key': idempotencyKey })],
      async (inner) => {
        await inner.database.deleteFrom('comments').where('related_entity_id', '=', incident.id).execute()
        await inner.database.deleteFrom('idempotency_keys').where('key', '=', idempotencyKey).execute()
        await deleteIncident(inner, incident.id)
      },
    )
    expect(outcomes).toMatchObject([{ value: { status: 404, body: { code: 'incident_not_found' } } }])
  })

  test('answers 404 to a staff comment on an incident of another organization', async () => {
    const { call, incident } = await newTenant()
    const foreignStaff = (await newTenant()).staff
    const response = await write(foreignStaff, incident.id, form(message('Hello'), file('x')))
    expect(response).toMatchObject({ status: 404, body: { code: 'incident_not_found' } })
    expect(await commentsOf(call, incident.id)).toEqual([])
  })
})

describe('changing and deleting a staff comment', () => {
  test('members may change and delete their own comments', async () => {
    const { staff, call, incident } = await newTenant()
    const { body: comment } = await write(staff, incident.id, form(message('Frist')))
    const path = `/comments/${comment.id}`
    expect(await staff.call('PATCH', path, { body: { message: 'First' } })).toMatchObject({
      status: 200,
      body: { message: 'First', edited: true },
    })
    expect(await staff.call('PATCH', path, { body: { message: null } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/message', code: 'required' }] },
    })
    const { body: photo } = await write(staff, incident.id, form(message('Seal'), file('x')))
    expect(await staff.call('PATCH', `/comments/${photo.id}`, { body: { message: ' \n' } })).toMatchObject({
      status: 200,
      body: { message: null, mediaIds: photo.mediaIds },
    })
    expect(await staff.call('DELETE', `/comments/${photo.id}`)).toMatchObject({ status: 204 })
    expect(await staff.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await commentsOf(call, incident.id)).toEqual([])
    expect(await staff.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
  })

  test('only administrators may delete comments of other authors, and nobody may change comments of other authors', async () => {
    const { staff, call, incident, signIn } = await newTenant()
    const [colleague, administrator] = [await signIn('member'), await signIn('administrator')]
    const { body: ofStaff } = await write(staff, incident.id, form(message('Mine')))
    const body = { relatedEntityId: incident.id, message: 'From the gateway' }
    const { body: ofApi } = await call<Comment>('POST', '/comments/by-entity-type/incident', { body })

    const notYours = { status: 403, body: { code: 'comment_not_yours' } }
    for (const { id } of [ofStaff, ofApi]) {
      for (const other of [colleague, administrator]) {
        expect(await other.call('PATCH', `/comments/${id}`, { body: { message: 'Changed' } })).toMatchObject(notYours)
      }
      expect(await colleague.call('DELETE', `/comments/${id}`)).toMatchObject(notYours)
    }
    expect((await commentsOf(call, incident.id)).map((one) => one.message)).toEqual(['Mine', 'From the gateway'])
    for (const { id } of [ofStaff, ofApi]) {
      expect(await administrator.call('DELETE', `/comments/${id}`)).toMatchObject({ status: 204 })
    }
    expect(await commentsOf(call, incident.id)).toEqual([])
  })

  test('answers 404 to an administrator who changes or deletes a comment of another organization', async () => {
    const { staff, call, incident } = await newTenant()
    const { body: comment } = await write(staff, incident.id, form(message('Mine')))
    const foreignAdministrator = await (await server.newOrganization()).signIn('administrator')
    const notFound = { status: 404, body: { code: 'comment_not_found' } }
    expect(await foreignAdministrator.call('DELETE', `/comments/${comment.id}`)).toMatchObject(notFound)
    expect(
      await foreignAdministrator.call('PATCH', `/comments/${comment.id}`, { body: { message: 'x' } }),
    ).toMatchObject(notFound)
    expect(await commentsOf(call, incident.id)).toHaveLength(1)
  })
})

const attach = async (staff: SignedIn, incidentId: string) => {
  const body = form({ ...file('contents'), name: 'file' })
  return (await staff.call<Media>('POST', `/incidents/${incidentId}/media`, { body })).body
}
const mediaOf = async (staff: SignedIn, incidentId: string) =>
  (await staff.call<{ data: AttachedMedia[] }>('GET', `/incidents/${incidentId}/media`)).body.data

describe('files of an incident', () => {
  test('attaches files to an incident, lists the files with download URLs and deletes a file', async () => {
    const { staff, call, incident, scope } = await newTenant()
    const [first, second] = [await attach(staff, incident.id), await attach(staff, incident.id)]
    const media = await mediaOf(staff, incident.id)
    expect(media.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(media[0]).toMatchObject({ ...first, createdBy: staff.user.id, thumbnailDownloadUrl: null })
    const before = (await call<IncidentResponse>('GET', `/incidents/${incident.id}`)).body

    const path = `/incidents/${incident.id}/media/${first.id}`
    expect(await staff.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await staff.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'media_not_found' } })
    const after = (await call<IncidentResponse>('GET', `/incidents/${incident.id}`)).body
    expect(after.mediaIds).toEqual([second.id])
    expect(after.lastModifiedAt > before.lastModifiedAt).toBe(true)
    expect(await call('GET', `/download/incidents/${incident.id}/media/${first.id}/urls`)).toMatchObject({
      status: 404,
      body: { code: 'media_not_found' },
    })
    expect((await eventsOf(scope, incident.id)).at(-1)).toEqual({
      kind: 'media.deleted',
      actorId: staff.user.id,
      data: { mediaId: first.id, fileName: 'note.txt', version: 4 },
    })
    expect((await fetch(media[0]!.downloadUrl)).status).toBe(200)
  })

  test('answers 204 to one of two simultaneous requests to delete a file, and 404 to the other', async () => {
    const { staff, incident, scope } = await newTenant()
    const { id } = await attach(staff, incident.id)
    const detach = () => staff.call('DELETE', `/incidents/${incident.id}/media/${id}`)
    const outcomes = await meetBehind(scope, lockRow('incidents', incident.id), [detach, detach])
    const statuses = valuesOf(outcomes).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 404])
    const kinds = (await eventsOf(scope, incident.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['incident.created', 'media.attached', 'media.deleted'])
  })

  test('answers 404 for the files of another organization’s incident', async () => {
    const { staff, incident } = await newTenant()
    const foreignStaff = (await newTenant()).staff
    const { id } = await attach(staff, incident.id)
    const notFound = { status: 404, body: { code: 'incident_not_found' } }
    expect(await foreignStaff.call('DELETE', `/incidents/${incident.id}/media/${id}`)).toMatchObject(notFound)
    expect(await foreignStaff.call('GET', `/incidents/${incident.id}/media`)).toMatchObject(notFound)
    expect(await mediaOf(staff, incident.id)).toHaveLength(1)
  })
})

describe('the timeline of an incident', () => {
  test('lists comments and changes of an incident in one timeline, with actors, old values and new values', async () => {
    const { staff, call, incident } = await newTenant()
    await call('POST', '/comments/by-entity-type/incident', { body: { relatedEntityId: incident.id, message: 'Beep' } })
    await staff.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: staff.user.id } })
    const { body: written } = await write(staff, incident.id, form(message('On my way'), file('x')))
    const { body: withdrawn } = await write(staff, incident.id, form(message('Never mind')))
    await staff.call('DELETE', `/comments/${withdrawn.id}`)

    const timeline = await timelineOf(staff, incident.id)
    const api = expect.objectContaining({ name: 'External API auditor', kind: 'external_api_auditor' })
    const me = { id: staff.user.id, name: staff.user.name, kind: 'staff' }
    expect(timeline.data).toMatchObject([
      { kind: 'incident.created', actor: api, comment: null },
      { kind: 'comment.created', actor: api, comment: { message: 'Beep', madeThroughApi: true, media: [] } },
      { kind: 'incident.changed', actor: me, changes: { assigneeId: [null, staff.user.id] } },
      {
        kind: 'comment.created',
        id: written.id,
        actor: me,
        comment: { message: 'On my way', madeThroughApi: false, media: [{ fileName: 'note.txt' }] },
      },
      { kind: 'comment.deleted', actor: me, changes: { createdBy: staff.user.id }, comment: null },
    ])
    expect(timeline.names).toMatchObject({ [staff.user.id]: staff.user.name, [incident.stateId]: 'Open' })
    expect(timeline.creationConfigVersion).toBe(incident.creationConfigVersion)
    expect(timeline.nextCursor).toBeNull()
  })

  test('the pages of a timeline contain each entry once, and entries with the same time are ordered by id', async () => {
    const { staff, incident, scope } = await newTenant()
    // Add three comments, add and delete three others, and assign the incident three times: a timeline of several
    // pages.
    for (const isRemoved of [false, true, false, true, false, true]) {
      const { body: comment } = await write(staff, incident.id, form(message('Beep')))
      if (isRemoved) await staff.call('DELETE', `/comments/${comment.id}`)
    }
    for (const assigneeId of [staff.user.id, null, staff.user.id]) {
      await staff.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId } })
    }
    const at = new Date().toISOString()
    const { organizationId } = scope
    await scope.database
      .updateTable('comments')
      .set({ created_at: at })
      .where('organization_id', '=', organizationId)
      .execute()
    await scope.database
      .updateTable('events')
      .set({ at })
      .where('organization_id', '=', organizationId)
      .where('kind', '<>', 'incident.created')
      .execute()

    const ids = (await timelineOf(staff, incident.id)).data.map(({ id }) => id)
    expect(ids).toHaveLength(10)
    expect(ids).toEqual(ids.toSorted())
    for (const limit of [1, 3]) {
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Timeline = await timelineOf(staff, incident.id, `?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(page.data).toHaveLength(Math.min(limit, ids.length - walked.length))
        walked.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(walked).toEqual(ids)
    }
  })

  test('rejects invalid search parameters of a timeline and answers 404 for another organization’s incident', async () => {
    const { staff, incident } = await newTenant()
    for (const query of ['?sort=-at', '?offset=1', '?cursor=x', '?limit=0']) {
      expect(await staff.call('GET', `/incidents/${incident.id}/timeline${query}`)).toMatchObject({ status: 400 })
    }
    const foreignStaff = (await newTenant()).staff
    expect(await foreignStaff.call('GET', `/incidents/${incident.id}/timeline`)).toMatchObject({
      status: 404,
      body: { code: 'incident_not_found' },
    })
  })
})
