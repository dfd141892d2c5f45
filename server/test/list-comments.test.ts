import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { commentsPath, createComment, listComments, newSituation, type CommentList } from './support/comments.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { pagesOf } from './support/walk.ts'

const server = await startTestServer()

describe('list-comments', () => {
  test('lists the comments of staff and of API callers, by default oldest first', async () => {
    const { call, callReadOnly, incident, staff, byStaff } = await newSituation(server)
    const first = (await createComment(call, { relatedEntityId: incident.id, message: '1' })).body
    const { comment: second } = await byStaff('2')
    const third = (await createComment(call, { relatedEntityId: incident.id, message: '3' })).body
    await createComment(call, { relatedEntityId: (await newIncident(call)).id, message: 'elsewhere' })

    expect(second).toMatchObject({ createdBy: staff.actorId, message: '2', edited: false })
    expect(await listComments(callReadOnly, incident.id.toUpperCase())).toMatchObject({
      status: 200,
      body: {
        data: [first, second, third],
        meta: { offset: 0, limit: 50, count: 3, sort: null, filter: [], nextCursor: null },
      },
    })
    const backwards = await listComments(call, incident.id, '&sort=-createdAt,-id&limit=2&offset=1')
    expect(backwards.body.data).toEqual([second, first])
    expect(backwards.body.meta).toEqual({
      offset: 1,
      limit: 2,
      count: 2,
      sort: '-createdAt,-id',
      filter: [],
      nextCursor: null,
    })
    expect((await listComments(call, incident.id, '&sort=-id')).body.data).toEqual([third, second, first])
  })

  test.each(['', '&sort=-createdAt', '&sort=-createdAt,id', '&sort=id'])(
    'the `next` links lead to each comment once, even if comments are added between two pages: parameters "%s"',
    async (sort) => {
      const { call, incident } = await newSituation(server)
      const add = async () => (await createComment(call, { relatedEntityId: incident.id })).body.id
      const before: string[] = []
      for (let count = 0; count < 7; count++) before.push(await add())

      const walked: string[] = []
      const first = `${commentsPath}?relatedEntityId=${incident.id}&limit=2${sort}`
      for await (const { data } of pagesOf<CommentList>(call, first)) {
        walked.push(...data.map(({ id }) => id))
        if (walked.length < 7) await add()
      }
      expect(new Set(walked).size).toBe(walked.length)
      expect(walked.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted())
    },
  )

  test('the comments of an incident and the list of all comments have the same text as the responses of get-comment', async () => {
    const { call, key, scope, incident } = await newSituation(server)
    const textOf = async (path: string) =>
      (await fetch(`${server.url}/api/v1${path}`, { headers: { 'x-api-key': key } })).text()
    const texts = ['"quoted" \\ \u0001\t\u007f\u2028 é e\u0301 😀', '},\n{', '', null]
    const comments: string[] = []
    for (const text of texts) {
      const { body } = await createComment(call, { relatedEntityId: incident.id, message: text, externalId: text })
      comments.push(body.id)
    }
    await sql`
      update comments set media_ids = array[id, related_entity_id], edited = true,
        created_at = date_trunc('second', created_at)
      where organization_id = ${scope.organizationId} and id = ${comments[0]}`.execute(scope.database)
    const expected = await Promise.all(comments.map((id) => textOf(`/comments/${id}`)))
    for (const path of [`${commentsPath}?relatedEntityId=${incident.id}&sort=id`, '/comments?']) {
      expect(await textOf(path)).toContain(`{"data":[${expected.join(',\n')}],"meta":{`)
    }
  })

  test('returns an empty list for an incident without comments and for an offset beyond the last comment', async () => {
    const { call, incident } = await newSituation(server)
    expect(await listComments(call, incident.id)).toMatchObject({ status: 200, body: { data: [], meta: { count: 0 } } })
    await createComment(call, { relatedEntityId: incident.id })
    expect(await listComments(call, incident.id, '&offset=5')).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('answers 404 for the comments of an incident that is missing, deleted or of another organization', async () => {
    const { call, scope, other, incident } = await newSituation(server)
    await createComment(call, { relatedEntityId: incident.id })
    const notFound = {
      status: 404,
      body: { code: 'incident_not_found', errors: [{ parameter: 'relatedEntityId', code: 'incident_not_found' }] },
    }
    expect(await listComments(other.call, incident.id)).toMatchObject(notFound)
    expect(await listComments(call, randomUUID())).toMatchObject(notFound)
    await deleteIncident(scope, incident.id)
    expect(await listComments(call, incident.id)).toMatchObject(notFound)
  })

  test.each([
    ['', 'relatedEntityId', 'required'],
    ['relatedEntityId=', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=42', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=in:ID', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=ID&relatedEntityId=ID', 'relatedEntityId', 'repeated_parameter'],
    ['relatedEntityId=ID&limit=0', 'limit', 'invalid_value'],
    ['relatedEntityId=ID&limit=201', 'limit', 'invalid_value'],
    ['relatedEntityId=ID&offset=-1', 'offset', 'invalid_value'],
    ['relatedEntityId=ID&sort=message', 'sort', 'invalid_value'],
    ['relatedEntityId=ID&cursor=x', 'cursor', 'invalid_value'],
    ['relatedEntityId=ID&typeId=ID', 'typeId', 'unknown_parameter'],
  ])('rejects the query string "%s" of a list of comments', async (query, parameter, code) => {
    const { call } = await server.newOrganization()
    const incident = await newIncident(call)
    const response = await call('GET', `${commentsPath}?${query.replaceAll(/\bID\b/g, incident.id)}`)
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([expect.objectContaining({ parameter, code })])
  })

  test('reports all violations in the query string of a list of comments, including a missing incident', async () => {
    const { call } = await server.newOrganization()
    const response = await call('GET', `${commentsPath}?relatedEntityId=${randomUUID()}&limit=0&sort=message`)
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ parameter, code }) => `${parameter} ${code}`)).toEqual([
      'limit invalid_value',
      'sort invalid_value',
      'relatedEntityId incident_not_found',
    ])
  })
})
