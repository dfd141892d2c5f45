import { bulkMaximum } from '@tocsin/contract/limits.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { changeSelected } from './change-selected.ts'

const ids = Array.from({ length: 3 * bulkMaximum }, () => uuidv7())

afterEach(() => vi.unstubAllGlobals())

/**
 * Changes as many incidents as fit into three requests. The first request succeeds, the second gets the given response.
 */
function changeAll(answerSecond: () => Response) {
  const asked = vi.fn<(address: string, request: { body: string }) => Promise<Response>>(async (_address, { body }) => {
    if (asked.mock.calls.length === 2) return answerSecond()
    const { incidentIds } = JSON.parse(body) as { incidentIds: string[] }
    return Response.json({
      outcomes: incidentIds.map((incidentId) => ({ incidentId, outcome: 'done', code: null, detail: null })),
    })
  })
  vi.stubGlobal('fetch', asked)
  return { asked, changing: changeSelected(ids, { kind: 'assign', assigneeId: null }, () => undefined) }
}

const problem = (status: number, code: string) => Response.json({ code, detail: code, errors: [] }, { status })

test.each([
  [401, 'not_signed_in'],
  [403, 'csrf_token_invalid'],
])('sends no more requests after the session problem %i %s, and rethrows the problem', async (status, code) => {
  const { asked, changing } = changeAll(() => problem(status, code))
  await expect(changing).rejects.toMatchObject({ code })
  expect(asked).toHaveBeenCalledTimes(2)
})

const lost: [string, () => Response][] = [
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['a failing server', () => problem(500, 'internal_error')],
  ['a proxy of a server that is away', () => new Response('<html>', { status: 502 })],
  ["an answer that is not the server's", () => new Response('<html>', { status: 200 })],
]

test.each(lost)(
  'reports the incidents of a failed request as unknown and unsent incidents as unchanged (failure: %s)',
  async (_, answer) => {
    const { asked, changing } = changeAll(answer)
    const became = (await changing).map((outcome) => outcome.became)
    expect(became).toEqual(['changed', 'unknown', 'left'].flatMap((one) => Array<string>(bulkMaximum).fill(one)))
    expect(asked).toHaveBeenCalledTimes(2)
  },
)

test('sends no more requests after a failed first request, and throws its error', async () => {
  const refuse = vi.fn<() => Promise<Response>>(async () => problem(500, 'internal_error'))
  vi.stubGlobal('fetch', refuse)
  const changing = changeSelected(ids, { kind: 'assign', assigneeId: null }, () => undefined)
  await expect(changing).rejects.toMatchObject({ code: 'internal_error' })
  expect(refuse).toHaveBeenCalledTimes(1)
})

test('reports the incidents of a rejected request as unchanged, with the reason', async () => {
  const { changing } = changeAll(() => problem(429, 'rate_limited'))
  const outcomes = await changing
  expect(outcomes.map(({ incidentId }) => incidentId)).toEqual(ids)
  expect(outcomes.slice(bulkMaximum)).toEqual(
    ids
      .slice(bulkMaximum)
      .map((incidentId) => ({ incidentId, became: 'left', reason: 'rate_limited Try again in a moment.' })),
  )
})
