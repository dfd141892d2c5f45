import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Timeline } from '@tocsin/contract/events/timeline.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PreparingClient } from '../src/database/prepare.ts'
import { commentsPath, createComment, type CommentList } from './support/comments.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { nextOf, pagesOf } from './support/walk.ts'

interface ListBody {
  data: IncidentResponse[]
  meta: { count: number }
}

const { url, newOrganization } = await startTestServer()
const { call, key, signIn } = await newOrganization()
/** Descriptions of the maximum length. The server reads a long page in parts, and each part holds four descriptions. */
const descriptions = Array.from({ length: 40 }, (_, index) => `${index}: ${'at the door, "Tür 3"\n'.repeat(39_000)}`)
const incidents: IncidentResponse[] = []
for (const [index, description] of descriptions.entries()) {
  incidents.push(await newIncident(call, { name: `Freezer ${index}`, description }))
}

test('returns a page of 40 incidents with descriptions of the maximum length completely and in order', async () => {
  const { headers, body } = await call<ListBody>('GET', '/incidents?sort=createdAt&limit=200')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body.data).toEqual(incidents)
  expect(body.meta.count).toBe(40)
  expect(nextOf(headers)).toBeUndefined()
})

test.each(['', '&q=freezer', '&q=freezer&priority=NORMAL', '&offset=0'])(
  'the `next` links of long pages lead to each incident once, with the additional parameters: %s',
  async (parameters) => {
    const found: string[] = []
    for await (const { data, meta } of pagesOf<ListBody>(call, `/incidents?sort=-name&limit=7${parameters}`)) {
      expect(meta.count).toBe(data.length)
      found.push(...data.map(({ name }) => name!))
    }
    expect(found).toEqual(
      incidents
        .map(({ name }) => name!)
        .toSorted()
        .toReversed(),
    )
  },
)

/**
 * Returns true if a call of `query` with these parameters reads a part of a page. Ignores calls without a callback,
 * because each of them causes a second call with a callback.
 */
const isPartRead = (parameters: unknown[]) =>
  String(parameters[0]).includes('array_position') && typeof parameters.at(-1) === 'function'

test('reads the parts of a long page from the database only as fast as the caller reads the response', async () => {
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  const partsRead = () => sent.mock.calls.filter(isPartRead).length
  const response = await fetch(`${url}/api/v1/incidents`, { headers: { 'x-api-key': key } })
  const reader = response.body!.getReader()
  await reader.read()
  // Wait for another request, so that the server has time to read ahead. The server reads as many parts as fit into the
  // buffers of the connection, but never the whole page.
  await call('GET', '/incidents?limit=1')
  expect(partsRead()).toBeLessThan(10)
  while (!(await reader.read()).done);
  expect(partsRead()).toBe(10)
  sent.mockRestore()
})

test('returns long comments completely and in order, and reads them from the database in parts', async () => {
  const other = await newOrganization()
  const { id: relatedEntityId } = await newIncident(other.call)
  const comments: Comment[] = []
  for (const externalId of descriptions.slice(0, 10)) {
    comments.push((await createComment(other.call, { relatedEntityId, externalId })).body)
  }
  for (const path of [`${commentsPath}?relatedEntityId=${relatedEntityId}&`, '/comments?']) {
    const sent = vi.spyOn(PreparingClient.prototype, 'query')
    expect((await other.call<CommentList>('GET', `${path}limit=200`)).body.data).toEqual(comments)
    expect(sent.mock.calls.filter(isPartRead)).toHaveLength(3)
    sent.mockRestore()

    const walked: Comment[] = []
    for await (const { data } of pagesOf<CommentList>(other.call, `${path}limit=6`)) walked.push(...data)
    expect(walked).toEqual(comments)
  }
})

test('a page of a timeline contains fewer entries if the changes are long', async () => {
  const other = await newOrganization()
  const { call: callConsole } = await other.signIn('member')
  const incident = await newIncident(other.call)
  const path = `/incidents/${incident.id}`
  let { version } = incident
  for (const description of descriptions.slice(0, 10)) {
    const headers = { 'if-match': `"${version}"` }
    const edited = await callConsole<IncidentResponse>('PATCH', path, { body: { description }, headers })
    expect(edited.status).toBe(200)
    version = edited.body.version
  }
  // Give the last five events the same time, so that a page can end between two of these events.
  await sql`
    update events set at = now() where id in (
      select id from events where organization_id = ${other.scope.organizationId} order by id desc limit 5
    )`.execute(other.scope.database)
  const pages: Timeline[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = cursor && `?cursor=${cursor}`
    pages.push((await callConsole<Timeline>('GET', `${path}/timeline${query}`)).body)
    cursor = pages.at(-1)!.nextCursor
  }
  expect(pages).toHaveLength(9)
  const texts = pages.flatMap(({ data }) => data.flatMap(({ changes }) => (changes.description as string[])?.[1] ?? []))
  expect(texts).toEqual(descriptions.slice(0, 10))
})

test.each([
  ['long identifiers', 3, 'x'.repeat(900_000), 0],
  ['many files', 60, null, 10],
])('a page of a timeline contains fewer entries if its comments have %s', async (_, count, externalId, files) => {
  const other = await newOrganization()
  const { call: callConsole } = await other.signIn('member')
  const { id: relatedEntityId } = await newIncident(other.call)
  const added: string[] = []
  for (let index = 0; index < count; index++) {
    added.push((await createComment(other.call, { relatedEntityId, externalId })).body.id)
  }
  await sql`
    update comments set media_ids = array(select gen_random_uuid() from generate_series(1, ${files}::int))
    where organization_id = ${other.scope.organizationId}`.execute(other.scope.database)
  const path = `/incidents/${relatedEntityId}/timeline?limit=200`
  const first = (await callConsole<Timeline>('GET', path)).body
  expect(first.data.length).toBeLessThan(count + 1)
  const second = (await callConsole<Timeline>('GET', `${path}&cursor=${first.nextCursor}`)).body
  expect([...first.data, ...second.data].flatMap(({ comment }) => comment?.id ?? [])).toEqual(added)
})

// This test must be the last. It blocks the event loop for so long that the server then rejects requests as overloaded.
test('exports incidents with descriptions of the maximum length completely', async () => {
  const { cookie } = await signIn('member')
  const response = await fetch(`${url}/api/console/incidents.csv?sort=createdAt`, { headers: { cookie } })
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true, bom: true })
  expect(rows.map(({ Description }) => Description)).toEqual(descriptions)
})
