import { randomUUID } from 'node:crypto'
import { TocsinClient, TocsinProblem, type AnswerNotice } from '@tocsin/client'
import { describe, expect, test } from 'vitest'
import { addComment } from '../../server/src/comments/add.ts'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { archiveLocation } from '../../server/src/directory/archive.ts'
import { startTestServer } from '../../server/test/support/harness.ts'

const server = await startTestServer()

async function newClient() {
  const { key, readOnlyKey, scope } = await server.newOrganization()
  const clientWith = (apiKey: string) => new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey })
  return { client: clientWith(key), reader: clientWith(readOnlyKey), scope }
}

const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no problem',
    (error: unknown) => (error instanceof TocsinProblem ? error.code : error),
  )

describe('incidents', () => {
  test('incidents are created and read, and onAnswer reports a repeated creation as a replay', async () => {
    const { client } = await newClient()
    const notices: AnswerNotice[] = []
    const onAnswer = (notice: AnswerNotice) => void notices.push(notice)
    const clientRequestId = randomUUID()
    const created = await client.incidents.create({ clientRequestId, name: 'Spill', tags: ['wet'] }, { onAnswer })
    const again = await client.incidents.create({ clientRequestId, name: 'Spill', tags: ['wet'] }, { onAnswer })
    const { nextStates, ...read } = await client.incidents.get(created.id)
    expect(read).toEqual(created)
    expect(nextStates).toContainEqual({ id: expect.any(String), name: 'In progress' })
    expect(again).toEqual(created)
    expect(notices.map(({ status, isReplay }) => [status, isReplay])).toEqual([
      [201, false],
      [201, true],
    ])
  })

  test('the error of a rejected incident has each violation with its pointer, and the configuration revision', async () => {
    const { client } = await newClient()
    const error = await client.incidents.create({ latitude: 91 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TocsinProblem)
    expect(error).toMatchObject({
      code: 'invalid_incident',
      status: 400,
      creationConfigVersion: 1,
      requestId: expect.stringMatching(/./),
      violations: [
        { pointer: '/latitude', code: 'out_of_range' },
        { pointer: '/name', code: 'required' },
        { pointer: '/longitude', code: 'coordinates_incomplete' },
      ],
    })
    expect(await client.incidents.validate({})).toMatchObject({ accepted: false, problem: { status: 400 } })
    expect(await client.incidents.validate({ name: 'Spill' })).toMatchObject({ accepted: true })
    expect(await client.incidents.list().all()).toEqual([])
  })

  test('incidents are listed page by page, filtered and sorted', async () => {
    const { client } = await newClient()
    const priorities = ['MINOR', 'CRITICAL', 'MAJOR', 'CRITICAL', 'NORMAL'] as const
    for (const [index, priority] of priorities.entries()) {
      await client.incidents.create({ name: `Report ${index}`, priority, tags: ['a,b', `n${index}`] })
    }
    const list = client.incidents.list({
      priority: ['CRITICAL', 'MAJOR'],
      tags: 'a,b',
      startAt: new Date(Date.now() - 60_000),
      sort: [{ key: 'priority', descending: true }, { key: 'name' }],
      limit: 2,
    })
    const names: unknown[] = []
    for await (const { name } of list) names.push(name)
    expect(names).toEqual(['Report 1', 'Report 3', 'Report 2'])
    const page = await list.page()
    expect(page).toMatchObject({
      meta: { count: 2, limit: 2, sort: '-priority,name' },
      items: [{ name: 'Report 1' }, {}],
    })
    expect(await list.page(page.nextCursor)).toMatchObject({ items: [{ name: 'Report 2' }], nextCursor: undefined })
    expect(await codeOf(client.incidents.list({ limit: 201 }).page())).toBe('invalid_request')
  })

  test('a file is attached to an incident once per idempotency key, is downloaded from its URL, and is deleted', async () => {
    const { client } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    const file = new File(['cold'], 'log.txt')
    const media = await client.incidents.media.attach(id, file, { idempotencyKey: 'log-1' })
    expect(await client.incidents.media.attach(id, file, { idempotencyKey: 'log-1' })).toEqual(media)
    expect(media).toMatchObject({ fileName: 'log.txt', sizeBytes: 4 })
    const { downloadUrl } = await client.incidents.media.urls(id, media.id)
    expect(await (await fetch(downloadUrl)).text()).toBe('cold')
    expect((await client.incidents.get(id)).mediaIds).toEqual([media.id])
    await client.incidents.media.delete(id, media.id, { idempotencyKey: 'log-2' })
    await client.incidents.media.delete(id, media.id, { idempotencyKey: 'log-2' })
    expect((await client.incidents.get(id)).mediaIds).toEqual([])
    expect(await codeOf(client.incidents.media.delete(id, media.id))).toBe('media_not_found')
  })
})

describe('comments', () => {
  test('comments are created once per idempotency key, read, listed, changed and deleted', async () => {
    const { client } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    const comment = await client.comments.create(id, { message: 'Seen' }, { idempotencyKey: 'note-1' })
    expect(await client.comments.create(id, { message: 'Seen' }, { idempotencyKey: 'note-1' })).toEqual(comment)
    const changed = await client.comments.update(comment.id, { message: 'Cleaned' })
    expect(changed).toEqual({ ...comment, message: 'Cleaned', edited: true })
    expect(await client.comments.get(comment.id)).toEqual(changed)
    expect(await client.comments.list(id, { sort: [{ key: 'createdAt', descending: true }] }).all()).toEqual([changed])
    await client.comments.delete(comment.id, { idempotencyKey: 'note-2' })
    await client.comments.delete(comment.id, { idempotencyKey: 'note-2' })
    expect(await client.comments.list(id).all()).toEqual([])
    expect(await codeOf(client.comments.delete(comment.id))).toBe('comment_not_found')
    expect(await codeOf(client.comments.get(comment.id))).toBe('comment_not_found')
    expect(await codeOf(client.comments.media.urls(comment.id, randomUUID()))).toBe('comment_not_found')
  })

  test('comments of staff can be neither changed nor deleted through the API', async () => {
    const { client, scope } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    const { comment } = await addComment(scope, { relatedEntityId: id, message: 'Ours' }, { madeThroughApi: false })
    expect(await codeOf(client.comments.update(comment.id, { message: 'Theirs' }))).toBe('comment_not_from_api')
    expect(await codeOf(client.comments.delete(comment.id))).toBe('comment_not_from_api')
  })
})

describe('configurations and the directory', () => {
  test('a revision is fetched by its number, and the newest revision only if its ETag differs from the given ETag', async () => {
    const { client, scope } = await newClient()
    const { configuration, etag } = (await client.creationConfigurations.currentUnless(undefined))!
    expect(await client.creationConfigurations.currentUnless(etag)).toBeUndefined()
    await publishConfiguration(scope, {
      types: [],
      categories: [],
      profiles: [{ id: configuration.defaultProfileId, name: 'Anything goes', fields: {} }],
      defaultProfileId: configuration.defaultProfileId,
    })
    expect(await client.creationConfigurations.currentUnless(etag)).toMatchObject({ configuration: { revision: 2 } })
    expect(await client.creationConfigurations.current()).toMatchObject({ revision: 2 })
    expect(await client.creationConfigurations.revision(1)).toEqual(configuration)
    expect(await codeOf(client.creationConfigurations.revision(3))).toBe('configuration_not_found')
  })

  test('locations, points, users and workflow states are listed and filtered', async () => {
    const { client, scope } = await newClient()
    const location = await addLocation(scope, { name: 'Harbour Street' })
    const closed = await addLocation(scope, { name: 'Closed' })
    await archiveLocation(scope, closed.id)
    const point = await addPoint(scope, { locationId: location.id, name: 'Freezer 3' })
    expect(await client.locations.list({ archived: false }).all()).toEqual([location])
    expect(await client.locations.list({ q: 'CLO' }).all()).toEqual([{ ...closed, archived: true }])
    expect(await client.points.list({ locationId: location.id }).all()).toEqual([point])
    expect(await client.points.list({ locationId: closed.id }).all()).toEqual([])
    expect((await client.users.list().all()).map(({ kind }) => kind)).toContain('external_api_auditor')
    expect((await client.workflowStates.list().all()).filter(({ isInitial }) => isInitial)).toHaveLength(1)
  })
})

describe('an API key', () => {
  test('a read-only API key cannot write, and an API key of another organization finds neither incidents nor comments', async () => {
    const { client, reader } = await newClient()
    const { client: foreign } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    const { id: commentId } = await client.comments.create(id, { message: 'Seen' })
    expect(await reader.incidents.get(id)).toMatchObject({ id })
    expect(await codeOf(reader.incidents.create({ name: 'Spill' }))).toBe('insufficient_scope')
    expect(await codeOf(reader.comments.create(id, { message: 'Seen' }))).toBe('insufficient_scope')
    expect(await codeOf(reader.comments.delete(commentId))).toBe('insufficient_scope')
    expect(await codeOf(reader.incidents.media.attach(id, new Uint8Array([1])))).toBe('insufficient_scope')
    expect(await codeOf(foreign.incidents.get(id))).toBe('incident_not_found')
    expect(await codeOf(foreign.comments.create(id, { message: 'Seen' }))).toBe('incident_not_found')
    expect(await codeOf(foreign.comments.update(commentId, { message: 'Mine' }))).toBe('comment_not_found')
    expect(await foreign.incidents.list().all()).toEqual([])
  })
})
