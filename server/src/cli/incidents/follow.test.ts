import { expect, onTestFinished, test } from 'vitest'
import { TocsinClient, type Fetch, type Incident } from '../../../../client/src/client.ts'
import { follow } from './follow.ts'

/** Makes a client of a service that has the given incidents, in the order of their last modification. */
function clientOf(incidents: Incident[]): TocsinClient {
  const fetch: Fetch = async (url) => {
    const query = new URL(url).searchParams
    const startAt = query.get('startAt')?.slice('gte:'.length) ?? ''
    const found = incidents.filter(({ lastModifiedAt }) => lastModifiedAt >= startAt)
    const sorted = query.get('sort') === '-lastModifiedAt' ? found.toReversed() : found
    return Response.json({ data: sorted.slice(0, Number(query.get('limit'))), meta: { nextCursor: null } })
  }
  return new TocsinClient({ baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'k', fetch })
}

const throwIt = (error: Error) => {
  throw error
}
const incidentAt = (lastModifiedAt: string) => ({ id: lastModifiedAt, lastModifiedAt }) as Incident

test('if the first poll of `incidents watch` finds nothing, later polls find every change, even after a long outage', async () => {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const incidents: Incident[] = []
  const early = incidentAt('2026-03-01T12:00:00.000Z')
  const late = incidentAt('2026-03-01T12:09:00.000Z')
  const onReady = () => void incidents.push(early, late)
  const changes = follow(clientOf(incidents), {}, { everyMs: 0, signal: ending.signal, onReady, onRetry: throwIt })
  expect((await changes.next()).value).toEqual(early)
  expect((await changes.next()).value).toEqual(late)
})
