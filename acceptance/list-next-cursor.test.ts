import { describe, expect, test } from 'vitest'
import { reader } from './support/client.ts'
import { comment } from './support/comments.ts'
import { createIncident, unique } from './support/incidents.ts'
import type { Page } from './support/resources.ts'
import { nextPage } from './support/walk.ts'

const tag = unique('next-cursor')
const [incident] = await Promise.all([1, 2, 3].map(() => createIncident({ tags: [tag] })))
for (let count = 0; count < 3; count++) await comment(incident!.id)

const lists: [string, Record<string, string>][] = [
  ['/incidents', { tags: tag }],
  ['/comments/by-entity-type/incident', { relatedEntityId: incident!.id }],
  ['/locations', {}],
  ['/points', {}],
  ['/users', {}],
]

const list = (path: string, query: Record<string, string | number>) => reader.get<Page<{ id: string }>>(path, { query })

describe.each(lists)('GET %s', (path, query) => {
  test('returns the cursor of the next page in meta.nextCursor and in the headers', async () => {
    const first = await list(path, { ...query, limit: 1 })
    const cursor = first.body.meta.nextCursor!

    expect(first.headers.get('tocsin-next-cursor')).toBe(cursor)
    expect(new URLSearchParams(nextPage(first)!.query).get('cursor')).toBe(cursor)
    const second = await list(path, { ...query, limit: 1, cursor })
    expect(second.body.data).toHaveLength(1)
    expect(second.body.data[0]!.id).not.toBe(first.body.data[0]!.id)
  })

  test('the last page has null as meta.nextCursor and no Tocsin-Next-Cursor header, even if the page is full', async () => {
    const { count } = (await list(path, { ...query, limit: 200 })).body.meta
    for (const limit of [count, 200]) {
      const last = await list(path, { ...query, limit })

      expect(last.body.meta).toMatchObject({ count, nextCursor: null })
      expect(last.headers.get('tocsin-next-cursor')).toBeNull()
    }
  })

  test('an empty page has null as meta.nextCursor', async () => {
    const { body } = await list(path, { ...query, offset: 100_000 })

    expect(body).toMatchObject({ data: [], meta: { nextCursor: null } })
  })
})

test('meta.nextCursor is null in the list of workflow states, which has one page', async () => {
  expect((await list('/workflow-states', {})).body.meta.nextCursor).toBeNull()
})

test('meta.nextCursor is null on a page that is empty because of an invalid filter value', async () => {
  expect((await list('/incidents', { typeId: 'made-up' })).body.meta).toMatchObject({ count: 0, nextCursor: null })
})
