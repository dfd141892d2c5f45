import { expect, test } from 'vitest'
import { TocsinClient } from '../../../../../client/src/client.ts'
import { rowOf } from '../../../../test/support/import-row.ts'
import type { Row } from './read-rows.ts'
import { sendRows, type RowResult } from './send-rows.ts'

interface Item {
  create: { clientRequestId: string; name: string }
}

const problemOf = (code: string, status: number) => ({
  type: `urn:tocsin:problem:${code}`,
  title: code,
  status,
  detail: `The problem ${code}.`,
  code,
  requestId: 'r-1',
  errors: [],
})
const resultOf = ({ create }: Item) => {
  const result = { incidentId: create.clientRequestId, version: 1, isReplay: create.name === 'again', problem: null }
  if (create.name === 'invalid') return { ...result, status: 400, problem: problemOf('invalid_incident', 400) }
  if (create.name === 'unauthorized') return { ...result, status: 401, problem: problemOf('unauthorized', 401) }
  return { ...result, status: 201 }
}

const bodyMaximum = 200_000

/**
 * Sends rows to a service whose response to a row depends on the name in the row.
 * @param results receives the result of each row, even if the sending fails.
 * @returns the names in each request, and the outcome of each row.
 */
async function sendAll(rows: Row[], concurrency: number, results: RowResult[] = []) {
  const requests: string[][] = []
  const client = new TocsinClient({
    baseUrl: 'https://example.com/api/v1',
    apiKey: 'key',
    retry: { attemptsMaximum: 1 },
    async fetch(_, { body }) {
      const { items } = JSON.parse(body as string) as { items: Item[] }
      requests.push(items.map(({ create }) => create.name))
      const has = (name: string) => items.some(({ create }) => create.name === name)
      const isTooLarge = (body as string).length > bodyMaximum || has('costly')
      if (!isTooLarge && has('lost')) throw new TypeError('The connection was lost.')
      if (!isTooLarge) return Response.json({ results: items.map(resultOf) })
      const headers = { 'content-type': 'application/problem+json' }
      return Response.json(problemOf('body_too_large', 400), { status: 400, headers })
    },
  })
  const read = async function* () {
    yield rows
  }
  await sendRows(read, {
    client,
    concurrency,
    isRehearsal: false,
    signal: new AbortController().signal,
    onRow: (result) => void results.push(result),
  })
  const outcomes = results.map(({ row, outcome }) => [row.cells.name, outcome.kind])
  return { requests, results, outcomes }
}

test('sendRows sends up to 50 rows with each request', async () => {
  const rows = Array.from({ length: 120 }, (_, number) => rowOf(`Report ${number}`))
  const { requests, outcomes } = await sendAll(rows, 1)
  expect(requests.map((names) => names.length)).toEqual([50, 50, 20])
  expect(outcomes).toEqual(rows.map(({ cells }) => [cells.name, 'created']))
})

test('sendRows reports the outcome of each row of a request, and does not send an unreadable row', async () => {
  const unreadable = { ...rowOf('unreadable'), violation: 'Line 2 has text behind a closing quotation mark.' }
  const { requests, outcomes } = await sendAll([rowOf('new'), unreadable, rowOf('invalid'), rowOf('again')], 1)
  expect(requests).toEqual([['new', 'invalid', 'again']])
  expect(outcomes.toSorted()).toEqual([
    ['again', 'alreadyThere'],
    ['invalid', 'refused'],
    ['new', 'created'],
    ['unreadable', 'refused'],
  ])
})

test('sendRows rejects only the row that is too large for the server', async () => {
  const long = 'x'.repeat(bodyMaximum)
  const { results, outcomes } = await sendAll([rowOf('small'), rowOf(long), rowOf('little')], 1)
  expect(outcomes).toEqual([
    ['small', 'created'],
    [long, 'refused'],
    ['little', 'created'],
  ])
  expect(results[1]!.outcome).toMatchObject({ code: 'body_too_large', requestId: 'r-1' })
})

test('sendRows rejects only the row that has too many values for the server, and sends the rows after it', async () => {
  const names = ['first', 'second', 'costly', 'third', 'fourth', 'costly', 'fifth']
  const { results, outcomes } = await sendAll(names.map(rowOf), 1)
  expect(outcomes).toEqual(names.map((name) => [name, name === 'costly' ? 'refused' : 'created']))
  expect(results[2]!.outcome).toMatchObject({ code: 'body_too_large' })
})

test('sendRows reports the rows that were sent before a failure, even if their batch was divided', async () => {
  const results: RowResult[] = []
  await expect(sendAll(['first', 'costly', 'lost'].map(rowOf), 1, results)).rejects.toThrow('The connection was lost.')
  expect(results.map(({ row, outcome }) => [row.cells.name, outcome.kind])).toEqual([
    ['first', 'created'],
    ['costly', 'refused'],
  ])
})

test('sendRows ends at a problem that is not about a row, such as a rejected API key', async () => {
  await expect(sendAll([rowOf('new'), rowOf('unauthorized')], 1)).rejects.toMatchObject({ code: 'unauthorized' })
})
