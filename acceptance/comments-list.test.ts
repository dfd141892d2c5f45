import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reader } from './support/client.ts'
import { comment, commentsPath, existingComments, isOfStaff, listComments } from './support/comments.ts'
import { createIncident, idsOf } from './support/incidents.ts'
import { auditor, demand } from './support/organization.ts'
import { invalidRequest, rejectionOf } from './support/rejection.ts'
import type { Comment } from './support/resources.ts'
import { nextPage, walk } from './support/walk.ts'

const incident = await createIncident()
const comments: Comment[] = []
for (const message of ['one', 'two', 'three', 'four', 'five']) comments.push(await comment(incident.id, { message }))
const ids = idsOf(comments)

test('list-comments returns data and meta, with the oldest comment first', async () => {
  const { status, body } = await listComments(incident.id)

  expect(status).toBe(200)
  expect(body.data).toEqual(comments)
  expect(body.meta).toMatchObject({ offset: 0, limit: 50, count: 5, sort: null })
})

test('list-comments returns an empty list for an incident without comments', async () => {
  expect((await listComments((await createIncident()).id)).body).toMatchObject({ data: [], meta: { count: 0 } })
})

test('list-comments accepts a relatedEntityId in upper case', async () => {
  expect(idsOf((await listComments(incident.id.toUpperCase())).body.data)).toEqual(ids)
})

test('list-comments returns comments written by staff and comments made through the API', async () => {
  const all = await existingComments()
  const mixed = demand(
    Object.values(Object.groupBy(all, ({ relatedEntityId }) => relatedEntityId)).map((group) => group ?? []),
    'incident with comments of staff and of the API',
    (group) => group.some(isOfStaff) && !group.every(isOfStaff),
  )

  const { body } = await listComments(mixed[0]!.relatedEntityId)

  expect(new Set(body.data.map(({ createdBy }) => createdBy === auditor.id))).toEqual(new Set([true, false]))
})

test.each(['relatedEntityId[]', 'relatedEntityId[0]'])(
  'list-comments accepts the parameter name %s in place of relatedEntityId',
  async (name) => {
    expect(
      idsOf((await reader.get<{ data: Comment[] }>(commentsPath, { query: { [name]: incident.id } })).body.data),
    ).toEqual(ids)
  },
)

describe('relatedEntityId', () => {
  test('list-comments rejects a request without a relatedEntityId', async () => {
    expect(rejectionOf(await reader.get(commentsPath))).toEqual(invalidRequest('relatedEntityId required'))
  })

  test.each(['', 'incident-1', `in:${incident.id}`])(
    'list-comments rejects the relatedEntityId %j, which is not a UUID',
    async (id) => {
      const response = await listComments(id)

      expect(response).toMatchObject({ status: 400, body: { errors: [{ parameter: 'relatedEntityId' }] } })
    },
  )

  test.each([0, 2])('list-comments answers 404 to an unknown relatedEntityId with the offset %i', async (offset) => {
    expect(await listComments(randomUUID(), { offset })).toMatchObject({
      status: 404,
      body: { code: 'incident_not_found' },
    })
  })

  test('list-comments rejects a repeated relatedEntityId', async () => {
    const query = { relatedEntityId: [incident.id, incident.id] }

    expect((await reader.get(commentsPath, { query })).status).toBe(400)
  })
})

describe('sort', () => {
  test.each([
    ['createdAt', ids],
    ['-createdAt', ids.toReversed()],
    ['id', ids.toSorted()],
    ['-id', ids.toSorted().toReversed()],
  ])('list-comments sorts by %s', async (sort, expected) => {
    const { body } = await listComments(incident.id, { sort })

    expect(idsOf(body.data)).toEqual(expected)
    expect(body.meta.sort).toBe(sort)
  })

  test.each(['message', 'edited', '', 'createdAt,colour', '__proto__'])(
    'list-comments rejects the sort %j',
    async (sort) => {
      expect(rejectionOf(await listComments(incident.id, { sort }))).toEqual(invalidRequest('sort invalid_value'))
    },
  )
})

describe('paging', () => {
  test('pages with the offsets 0, 2 and 4 together contain every comment once', async () => {
    const pages = await Promise.all([0, 2, 4].map((offset) => listComments(incident.id, { limit: 2, offset })))

    expect(pages.flatMap(({ body }) => idsOf(body.data))).toEqual(ids)
    expect(pages.map(({ body }) => body.meta.count)).toEqual([2, 2, 1])
  })

  test('list-comments returns an empty page for an offset beyond the last comment', async () => {
    expect(await listComments(incident.id, { offset: 5 })).toMatchObject({ status: 200, body: { data: [] } })
  })

  test.each(['createdAt', '-createdAt', '-id'])(
    'following the Link headers with sort=%s returns every existing comment exactly once, even while comments are created',
    async (sort) => {
      const own = await createIncident()
      const existing = await Promise.all(Array.from({ length: 7 }, () => comment(own.id)))

      const walked = await walk<Comment>(
        reader,
        commentsPath,
        { relatedEntityId: own.id, sort, limit: 3 },
        async () => void (await comment(own.id)),
      )

      const existingIds = new Set(idsOf(existing))
      expect(new Set(idsOf(walked)).size).toBe(walked.length)
      expect(idsOf(walked).filter((id) => existingIds.has(id))).toHaveLength(existing.length)
    },
  )

  test('a page that ends with the last comment has no link to a next page', async () => {
    expect(nextPage(await listComments(incident.id, { limit: 5 }))).toBeUndefined()
  })

  test.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'many'],
    ['limit', '1.5'],
    ['limit', ''],
    ['offset', '-1'],
    ['offset', 'first'],
    ['cursor', 'made-up'],
  ])('list-comments rejects the invalid parameter %s=%s', async (name, value) => {
    expect(rejectionOf(await listComments(incident.id, { [name]: value }))).toEqual(
      invalidRequest(`${name} invalid_value`),
    )
  })

  test('list-comments accepts a limit of 200', async () => {
    expect((await listComments(incident.id, { limit: 200 })).body.meta.limit).toBe(200)
  })
})

test('list-comments rejects an unknown query parameter', async () => {
  expect(rejectionOf(await listComments(incident.id, { colour: 'red' }))).toEqual(
    invalidRequest('colour unknown_parameter'),
  )
})

test('list-comments reports every invalid query parameter in one response', async () => {
  const query = { limit: 0, offset: -1, sort: 'colour', cursor: 'made-up', colour: 'red' }
  const response = await reader.get(commentsPath, { query })

  expect(rejectionOf(response)).toEqual(
    invalidRequest(
      'relatedEntityId required',
      'limit invalid_value',
      'offset invalid_value',
      'sort invalid_value',
      'cursor invalid_value',
      'colour unknown_parameter',
    ),
  )
})
