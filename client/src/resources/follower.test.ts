import { describe, expect, test } from 'vitest'
import {
  fakeClock,
  fakeService,
  json,
  never,
  offline,
  problem,
  type Reaction,
} from '../../test/support/fake-service.ts'
import { TocsinClient, TocsinNetworkError, type EventPage, type FeedEvent, type FollowOptions } from '../client.ts'

function clientOf(...reactions: Reaction[]) {
  const { fetch, received } = fakeService(...reactions)
  const { clock, slept } = fakeClock()
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, clock })
  return { client, received, slept }
}

/** Answers with events at these positions, and with the position after the page. */
const page =
  (numbers: number[], position: number): Reaction =>
  () =>
    json({
      data: numbers.map((number) => ({ id: `event ${number}`, position: `e-${number}` })),
      meta: { position: `e-${position}`, count: numbers.length, isLast: false },
    })

const unavailable: Reaction = () => problem('unavailable', 503, { 'retry-after': '7' })
/** Last reaction of a test: the server rejects the API key, which ends the iteration. */
const rejected: Reaction = () => problem('unauthorized', 401)

/** Iterates until an error. Returns the items and the error. */
async function collect<Item>(items: AsyncIterable<Item>): Promise<{ items: Item[]; error: unknown }> {
  const collected: Item[] = []
  try {
    for await (const item of items) collected.push(item)
    return { items: collected, error: undefined }
  } catch (error) {
    return { items: collected, error }
  }
}

const positionsOf = (items: (FeedEvent | EventPage)[]): string[] => items.map(({ position }) => position)

describe('following', () => {
  test('each request of a follower continues after the previous page, and every request except the first lets the server wait', async () => {
    const { client, received } = clientOf(page([2, 3], 3), page([4], 4), rejected)
    const { items, error } = await collect(client.events.follow('e-1', { kinds: ['a', 'b'], waitSeconds: 30 }))
    expect(positionsOf(items)).toEqual(['e-2', 'e-3', 'e-4'])
    expect(error).toMatchObject({ code: 'unauthorized' })
    expect(received.map(({ url }) => url.searchParams.get('after'))).toEqual(['e-1', 'e-3', 'e-4'])
    expect(received.map(({ headers }) => headers.prefer)).toEqual([undefined, 'wait=30', 'wait=30'])
    expect(received[0]!.url.searchParams.get('kind')).toBe('in:a,b')
  })

  test('a follower without a position begins at the position in the first response', async () => {
    const { client, received } = clientOf(page([], 7), page([8], 8), rejected)
    const { items } = await collect(client.events.follow())
    expect(positionsOf(items)).toEqual(['e-8'])
    expect(received.map(({ url }) => url.searchParams.get('after'))).toEqual([null, 'e-7', 'e-8'])
  })

  test('a follower repeats a request after a lost response or status 503, so that no event is skipped or repeated', async () => {
    const { client, received, slept } = clientOf(page([1], 1), offline, unavailable, page([2], 2), offline, rejected)
    const { items } = await collect(client.events.follow('e-0'))
    expect(positionsOf(items)).toEqual(['e-1', 'e-2'])
    expect(received.map(({ url }) => url.searchParams.get('after'))).toEqual(['e-0', 'e-1', 'e-1', 'e-1', 'e-2', 'e-2'])
    expect(slept[1]).toBeGreaterThanOrEqual(7_000)
  })

  test('a follower retries without end after temporary failures, unless the caller sets a limit', async () => {
    const failures = Array.from({ length: 100 }, () => unavailable)
    const { client } = clientOf(...failures, page([1], 1), rejected)
    expect(positionsOf((await collect(client.events.follow('e-0'))).items)).toEqual(['e-1'])
    const limited: [FollowOptions, number][] = [
      [{ retry: { attemptsMaximum: 3 } }, 3],
      [{ timeouts: { totalMs: 10_000 } }, 2],
    ]
    for (const [options, attempts] of limited) {
      const { error } = await collect(clientOf(unavailable).client.events.follow('e-0', options))
      expect(error).toMatchObject({ code: 'unavailable', attempts })
    }
  })

  test.each(['position_unknown', 'position_expired'] as const)(
    'the problem %s ends the iteration of a follower',
    async (code) => {
      const { client, received } = clientOf(page([1], 1), () => problem(code, 400))
      const { items, error } = await collect(client.events.follow('e-0'))
      expect(positionsOf(items)).toEqual(['e-1'])
      expect(error).toMatchObject({ name: 'TocsinProblem', code })
      expect(received).toHaveLength(2)
    },
  )

  test.each([
    ['events', { data: {}, meta: { position: 'e-1', isLast: true } }],
    ['a position', { data: [], meta: { isLast: true } }],
    ['meta', { data: [] }],
  ])('a page without %s is an error, because a proxy must have changed the page', async (_, body) => {
    const { error } = await collect(clientOf(() => json(body)).client.events.follow('e-0'))
    expect(error).toBeInstanceOf(TocsinNetworkError)
  })

  test('a follower sends at most one request per second while the server answers at once with empty pages', async () => {
    const { client, received, slept } = clientOf(page([], 1), page([], 1), page([], 1), page([2], 2), rejected)
    expect(positionsOf((await collect(client.events.follow('e-1'))).items)).toEqual(['e-2'])
    expect(received).toHaveLength(5)
    expect(slept).toEqual([1_000, 1_000])
  })

  test('a request that lets the server wait times out after the waiting time plus the timeout of an attempt', async () => {
    const late: Reaction = async (request, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      signal.throwIfAborted()
      return page([2], 2)(request, signal)
    }
    const { client } = clientOf(page([], 1), late, rejected)
    const { items } = await collect(client.events.follow('e-1', { waitSeconds: 10, timeouts: { attemptMs: 1 } }))
    expect(positionsOf(items)).toEqual(['e-2'])
  })
})

describe('the position of a follower', () => {
  test('the position of a follower is the position of the last event that the loop has handled completely', async () => {
    const follower = clientOf(page([1, 3, 5], 9), rejected).client.events.follow('e-0')
    const positions: (string | undefined)[] = []
    const handle = async () => {
      for await (const event of follower) {
        if (event.position === 'e-5') throw new Error('not handled')
        positions.push(follower.position)
      }
    }
    await expect(handle()).rejects.toThrow('not handled')
    expect(positions).toEqual(['e-0', 'e-1'])
    expect(follower.position).toBe('e-3')
  })

  test('the position of a follower advances past pages that are empty because of the filter, and pages() yields these pages', async () => {
    const reactions = [page([], 4), page([], 8), page([], 8), page([9], 9), rejected]
    const follower = clientOf(...reactions).client.events.follow('e-1', { kinds: 'incident.deleted' })
    expect(positionsOf((await collect(follower.pages())).items)).toEqual(['e-4', 'e-8', 'e-9'])
    expect(follower.position).toBe('e-9')
    const idle = clientOf(page([], 4), page([], 8), rejected).client.events.follow('e-1')
    expect((await collect(idle)).items).toEqual([])
    expect(idle.position).toBe('e-8')
  })

  test('a second iteration of a follower continues after the events that the first iteration has handled', async () => {
    const { client, received } = clientOf(page([1, 2], 2), page([2], 2), rejected)
    const follower = client.events.follow('e-0')
    for await (const event of follower) if (event.position === 'e-2') break
    expect(positionsOf((await collect(follower)).items)).toEqual(['e-2'])
    expect(received[1]!.url.searchParams.get('after')).toBe('e-1')
  })
})

describe('the end of following', () => {
  test('an abort ends the open request, and the iteration throws the reason of the signal', async () => {
    const controller = new AbortController()
    const requested = Promise.withResolvers<AbortSignal>()
    const waiting: Reaction = (request, signal) => {
      requested.resolve(signal)
      return never(request, signal)
    }
    const follower = clientOf(page([1], 1), waiting).client.events.follow('e-0', { signal: controller.signal })
    const ended = collect(follower)
    const signal = await requested.promise
    controller.abort(new Error('enough'))
    expect(await ended).toMatchObject({ items: [{ position: 'e-1' }], error: { message: 'enough' } })
    expect(signal.aborted).toBe(true)
    expect(follower.position).toBe('e-1')
  })

  test('an abort between two events of a page ends the iteration before the second event', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    const follower = clientOf(page([1, 2], 2)).client.events.follow('e-0', { signal: controller.signal })
    const handle = async () => {
      for await (const { position } of follower) {
        seen.push(position)
        controller.abort(new Error('enough'))
      }
    }
    await expect(handle()).rejects.toThrow('enough')
    expect(seen).toEqual(['e-1'])
    expect(follower.position).toBe('e-1')
  })

  test('after a break out of the loop over a follower, no request stays open', async () => {
    const { client, received } = clientOf(page([1], 1), never)
    for await (const { position } of client.events.follow('e-0')) if (position === 'e-1') break
    expect(received).toHaveLength(1)
  })
})
