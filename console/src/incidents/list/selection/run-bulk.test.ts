import type { BulkMessage } from '@tocsin/contract/console/bulk-change.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { runBulk, type BulkProgress } from './run-bulk.ts'

afterEach(() => vi.unstubAllGlobals())

const request = { path: 'bulk-change', body: { change: { assigneeId: null } } } as const

const piece = (done: number, first: number): BulkMessage => ({
  done,
  changed: 25,
  left: [],
  events: { first, last: first + 24 },
})

const problem = (status: number, code: string) =>
  ({ type: '', title: '', status, code, detail: code, requestId: '', errors: [] }) as never

/** Runs a bulk change whose response has these lines. */
function runWith(...lines: (BulkMessage | '')[]) {
  const text = lines.map((line) => `${line && JSON.stringify(line)}\n`).join('')
  const response = () => new Response(text, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })
  vi.stubGlobal('fetch', async () => response())
  const progress: BulkProgress[] = []
  const outcome = runBulk(request, (one) => progress.push(one), new AbortController().signal)
  return { outcome, progress }
}

test('reports the progress, and joins the events of consecutive pieces for the undo', async () => {
  const { outcome, progress } = runWith({ total: 75 }, piece(25, 1), '', piece(50, 26), piece(75, 90), {
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
  const { outcome } = runWith({ total: 75 }, piece(25, 1), ...lines)
  expect(await outcome).toMatchObject({ total: 75, done: 25, changed: 25, end: 'interrupted', error: { code } })
})

test('throws the problem if the change fails before anything is changed', async () => {
  await expect(runWith({ total: 75 }, { problem: problem(500, 'internal_error') }).outcome).rejects.toMatchObject({
    code: 'internal_error',
  })
  vi.stubGlobal('fetch', async () => Response.json(problem(400, 'too_many_incidents'), { status: 400 }))
  const refused = runBulk(request, () => undefined, new AbortController().signal)
  await expect(refused).rejects.toMatchObject({ code: 'too_many_incidents' })
})

test('reports a cancelled change with what was changed until then', async () => {
  const stop = new AbortController()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const lines = [{ total: 75 }, piece(25, 1)].map((line) => `${JSON.stringify(line)}\n`).join('')
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(lines))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
  })
  const outcome = await runBulk(request, ({ done }) => done === 25 && stop.abort(), stop.signal)
  expect(outcome).toMatchObject({ total: 75, done: 25, end: 'cancelled', error: undefined })
})
