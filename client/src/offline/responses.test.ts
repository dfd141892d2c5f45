import { describe, expect, test } from 'vitest'
import { foreignRejections, passingResponses } from '../../test/support/responses-of-proxies.ts'
import { problem, type Reaction, type Received } from '../../test/support/fake-service.ts'
import { create, open, working } from '../../test/support/open-queue.ts'

const once = { retry: { attemptsMaximum: 1 } }

/** Opens a queue with a creation, a comment and a file for that creation, and a second creation. */
async function openFilled() {
  const opened = await open()
  const spill = await create(opened.queue, { name: 'Spill' })
  await opened.queue.comment(spill, { message: 'Seen' })
  await opened.queue.attach(spill, new Blob(['photo']), { fileName: 'photo.jpg' })
  await create(opened.queue, { name: 'Leak' })
  return opened
}

const keyOf = ({ headers, body }: Received): string =>
  headers['idempotency-key'] ?? (body as { clientRequestId: string }).clientRequestId

describe('the offline queue', () => {
  test.each([...passingResponses, ...foreignRejections])(
    'the offline queue leaves all entries waiting after the response %s, and sends them later with the same idempotency keys',
    async (_, react) => {
      const { queue, service, received } = await openFilled()
      service.react = react
      expect(await queue.flush(once)).toMatchObject({ outcome: 'stopped', sent: 0, parked: 0, waiting: 4 })
      const [tried] = received.map(keyOf)
      received.length = 0
      service.react = working
      expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 4, waiting: 0 })
      expect(new Set(received.map(keyOf)).size).toBe(4)
      expect(received.map(keyOf)).toContain(tried)
    },
  )

  test.each(passingResponses.filter(([name]) => !name.startsWith('408')))(
    'the next flush begins with the entry that got the response %s',
    async (_, react) => {
      const { queue, service, received } = await openFilled()
      service.react = react
      await queue.flush(once)
      received.length = 0
      service.react = working
      await queue.flush()
      const spill = (await queue.entries()).find(({ kind }) => kind === 'incident')!
      expect(keyOf(received[0]!)).toBe(spill.id)
    },
  )

  test('if a proxy answers 408 to an entry, the next flush sends this entry after the other entries', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'slow' })
    await create(queue, { name: 'quick' })
    service.react = () => new Response('', { status: 408 })
    await queue.flush(once)
    received.length = 0
    service.react = working
    await queue.flush()
    expect(received.map(({ body }) => (body as { name: string }).name)).toEqual(['quick', 'slow'])
  })

  test.each([
    ['408', () => problem('unavailable', 408)],
    ['421', () => problem('unavailable', 421)],
    ['425', () => problem('unavailable', 425)],
    ['502', () => problem('unavailable', 502)],
    ['504', () => problem('unavailable', 504)],
  ] as [string, Reaction][])(
    'the offline queue never parks an entry because of a problem with the HTTP status %s',
    async (_, react) => {
      const { queue, service } = await open()
      await create(queue, { name: 'Spill' })
      service.react = react
      for (let count = 0; count < 7; count++) {
        expect(await queue.flush(once)).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 1 })
      }
    },
  )
})
