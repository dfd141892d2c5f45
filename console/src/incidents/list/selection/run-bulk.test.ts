import type { BulkMessage } from '@tocsin/contract/console/bulk-change.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { runBulk, type BulkProgress } from './run-bulk.ts'

afterEach(() => vi.unstubAllGlobals())

const request = { path: 'bulk-change', body: { change: { assigneeId: null } } } as const

/** Makes a line of the response that reports 25 changed incidents. `first` is the position of the first event. */
const piece = (first: number): BulkMessage => ({
  done: 25,
  changed: 25,
  left: [],
  events: { first, last: first + 24 },
})

const finished: BulkMessage = { outcome: 'finished' }

const problem = (status: number, code: string) =>
  ({ type: '', title: '', status, code, detail: code, requestId: '', errors: [] }) as never

/**
 * Stubs `fetch`, so that each request gets the next response in `responses`. A response is an array of its lines.
 * @returns the bodies of the requests.
 */
function respondWith(...responses: (BulkMessage | '')[][]): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const lines = responses[sent.length - 1]!
    const text = lines.map((line) => `${line && JSON.stringify(line)}\n`).join('')
    return new Response(text, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })
  })
  return sent
}

/** Runs a bulk change whose response has these lines. */
function runWith(...lines: (BulkMessage | '')[]) {
  respondWith(lines)
  const progress: BulkProgress[] = []
  const outcome = runBulk(request, (one) => progress.push(one), new AbortController().signal)
  return { outcome, progress }
}

test('reports the progress of a bulk change, and joins adjacent ranges of events for the undo', async () => {
  const { outcome, progress } = runWith({ total: 75 }, piece(1), '', piece(26), piece(90), {
    outcome: 'finished',
  })
  expect(await outcome).toMatchObject({
    total: 75,
    done: 75,
    changed: 75,
    events: [
      { first: 1, last: 50 },
      { first: 90, last: 114 },
    ],
    end: 'finished',
  })
  expect(progress.map(({ done, total }) => [done, total])).toEqual([0, 25, 50, 75].map((done) => [done, 75]))
})

test.each([
  ['the connection ends early', [], 'network'],
  ['the server reports a problem', [{ problem: problem(503, 'unavailable') }], 'unavailable'],
])('reports what is known to be changed if %s', async (_, lines, code) => {
  const { outcome } = runWith({ total: 75 }, piece(1), ...lines)
  expect(await outcome).toMatchObject({ total: 75, done: 25, changed: 25, end: 'interrupted', error: { code } })
})

test('throws the problem if a bulk change fails before it has changed an incident', async () => {
  await expect(runWith({ total: 75 }, { problem: problem(500, 'internal_error') }).outcome).rejects.toMatchObject({
    code: 'internal_error',
  })
  vi.stubGlobal('fetch', async () => Response.json(problem(400, 'too_many_incidents'), { status: 400 }))
  const rejected = runBulk(request, () => undefined, new AbortController().signal)
  await expect(rejected).rejects.toMatchObject({ code: 'too_many_incidents' })
})

const position = { createdAt: '2026-03-01T08:30:00.000Z', incidentId: '01900000-0000-7000-8000-000000000000' }
const rest = { change: { assigneeId: null }, remaining: { createdBefore: position, count: 50 } }

test('sends requests until a bulk change has finished, and adds up the numbers from all responses', async () => {
  const sent = respondWith([{ total: 75 }, piece(1), { rest }], [{ total: 50 }, piece(26), piece(51), finished])
  const progress: BulkProgress[] = []
  const outcome = await runBulk(request, (one) => progress.push(one), new AbortController().signal)
  expect(outcome).toMatchObject({ total: 75, done: 75, changed: 75, events: [{ first: 1, last: 75 }], end: 'finished' })
  expect(progress.at(-1)).toEqual({ done: 75, total: 75 })
  expect(sent).toEqual([request.body, rest])
})

test('reports the changes made so far if another session replaces the session that began the bulk change', async () => {
  respondWith([{ total: 75 }, piece(1), { rest }])
  const first = fetch
  const rejected = new Response(JSON.stringify(problem(403, 'csrf_token_invalid')), { status: 403 })
  let requests = 0
  vi.stubGlobal('fetch', (...parameters: Parameters<typeof fetch>) =>
    (requests += 1) === 1 ? first(...parameters) : Promise.resolve(rejected),
  )
  const outcome = await runBulk(request, () => undefined, new AbortController().signal)
  expect(outcome).toMatchObject({ changed: 25, end: 'interrupted', error: { code: 'csrf_token_invalid' } })
})

test('a cancelled bulk change reports all its changes, including those that arrive after the cancel', async () => {
  const sent = respondWith([{ total: 75 }, piece(1), piece(26), { rest }], [{ total: 25 }, piece(51), finished])
  const stop = new AbortController()
  const outcome = await runBulk(request, ({ done }) => done === 25 && stop.abort(), stop.signal)
  expect(outcome).toMatchObject({ total: 75, changed: 50, events: [{ first: 1, last: 50 }], end: 'cancelled' })
  expect(sent).toEqual([request.body])
})

test('reports a bulk change as finished if its last response was already arriving when the user cancelled the change', async () => {
  respondWith([{ total: 50 }, piece(1), piece(26), finished])
  const stop = new AbortController()
  const outcome = await runBulk(request, ({ done }) => done === 25 && stop.abort(), stop.signal)
  expect(outcome).toMatchObject({ total: 50, changed: 50, end: 'finished' })
})
