import { describe, expect, test } from 'vitest'
import { foreignClient, integration, reader } from './support/client.ts'
import { comment } from './support/comments.ts'
import { createIncident, listIncidents, unique } from './support/incidents.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'
import type { Comment, FeedEvent, FeedPage, Page } from './support/resources.ts'

/** Returns the current position of the feed. A reader that starts at this position gets every later event. */
const positionNow = async (): Promise<string> =>
  (await listIncidents({ limit: 1 })).headers.get('tocsin-feed-position')!

/**
 * Reads the feed from a position to its end. Returns only the events of one incident, because specs that run at the
 * same time add events to the same feed.
 */
async function eventsOf(incidentId: string, after: string, client = reader): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  for (let position = after; ;) {
    const { status, body, text } = await client.get<FeedPage>('/events', { query: { after: position, limit: 200 } })
    if (status !== 200) throw new Error(`the feed answered ${status} ${text}`)
    events.push(...body.data)
    if (body.meta.isLast) return events.filter((event) => event.incidentId === incidentId)
    position = body.meta.position
  }
}

describe('list-events', () => {
  test('list-events returns the events of an incident in commit order: creation, change, comment, deletion', async () => {
    const start = await positionNow()
    const { id } = await createIncident({ name: unique('Followed') })
    await integration.patch(`/incidents/${id}`, { priority: 'MAJOR' })
    const { id: commentId } = await comment(id)
    await integration.delete(`/incidents/${id}`)

    const events = await eventsOf(id, start)

    expect(events.map(({ kind }) => kind)).toEqual([
      'incident.created',
      'incident.changed',
      'comment.created',
      'incident.deleted',
    ])
    expect(events[1]).toMatchObject({ data: { changes: { priority: ['NORMAL', 'MAJOR'] }, version: 2 } })
    expect(events[2]).toMatchObject({ data: { commentId } })
  })

  test('list-events returns each event with the current incident, even if the incident was changed after the event', async () => {
    const start = await positionNow()
    const { id } = await createIncident()
    const { body: changed } = await integration.patch(`/incidents/${id}`, { priority: 'CRITICAL' })

    expect((await eventsOf(id, start)).map(({ incident }) => incident)).toEqual([changed, changed])
  })

  test('list-events returns only events after the requested position', async () => {
    const start = await positionNow()
    const { id } = await createIncident()
    const [created] = await eventsOf(id, start)
    await integration.patch(`/incidents/${id}`, { priority: 'MINOR' })

    expect((await eventsOf(id, created!.position)).map(({ kind }) => kind)).toEqual(['incident.changed'])
  })

  test('list-events without a position starts after the newest event', async () => {
    const { body } = await reader.get<FeedPage>('/events')

    expect(body.data).toEqual([])
    expect(body.meta).toMatchObject({ count: 0, isLast: true })
  })

  test('list-events with `Prefer: wait` answers when an event of a requested kind is committed', async () => {
    const start = await positionNow()
    const kind = 'incident.restored'
    const { id } = await createIncident()
    const headers = { prefer: 'wait=20' }
    const waiting = reader.get<FeedPage>('/events', { query: { after: start, kind }, headers })
    await integration.delete(`/incidents/${id}`)
    await integration.post(`/incidents/${id}/restore`)

    const { body, headers: responseHeaders } = await waiting
    expect(responseHeaders.get('preference-applied')).toBe('wait=20')
    expect(body.data.map((event) => event.kind)).toContain(kind)
  })

  test.each(['', 'none', '00000000-1', '1'])('list-events answers 400 to the unknown position %j', async (after) => {
    expect(rejectionOf(await reader.get('/events', { query: { after } }))).toEqual(rejected(400, 'position_unknown'))
  })

  test('list-events answers 400 to an unknown kind of event, and to a kind that is never in the feed', async () => {
    for (const kind of ['incident.exploded', 'user.signed_in']) {
      expect((await reader.get('/events', { query: { kind } })).status).toBe(400)
    }
  })

  test.each([
    ['/events', { cursor: 'x', offset: '-1', sort: 'id' }],
    ['/comments', { offset: '-1', sort: 'name' }],
  ])('%s reports parameters of other lists as unknown, without checking their values', async (path, query) => {
    const unknown = Object.keys(query).map((name) => `${name} unknown_parameter`)

    expect(rejectionOf(await reader.get(path, { query }))).toEqual(invalidRequest(...unknown))
  })

  test('list-events rejects a position from the feed of another organization as unknown', async () => {
    const start = await positionNow()

    expect(rejectionOf(await foreignClient.get('/events', { query: { after: start } }))).toEqual(
      rejected(400, 'position_unknown'),
    )
  })
})

describe('list-all-comments', () => {
  test('the pages of list-all-comments together contain each comment once, except the comments of deleted incidents', async () => {
    const [remaining, deleted] = [
      await comment((await createIncident()).id),
      await comment((await createIncident()).id),
    ]
    await integration.delete(`/incidents/${deleted.relatedEntityId}`)
    const walked: Comment[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await reader.get<Page<Comment>>('/comments', {
        query: { limit: 200, ...(cursor && { cursor }) },
      })
      walked.push(...body.data)
      cursor = body.meta.nextCursor
    }

    expect(walked.filter(({ id }) => id === remaining.id)).toEqual([remaining])
    expect(walked.map(({ id }) => id)).not.toContain(deleted.id)
    expect(new Set(walked.map(({ id }) => id)).size).toBe(walked.length)
  })

  test('the first page of list-all-comments has the position of the feed in a header', async () => {
    const { headers } = await reader.get('/comments', { query: { limit: 1 } })

    expect(headers.get('tocsin-feed-position')).toMatch(/^[0-9a-z]+-\d+$/)
  })
})
