import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cursor, Page } from '../../database/paging/keyset.ts'
import type { TextPage } from '../../database/paging/text-page.ts'
import { Problem } from '../../problem.ts'
import type { RawQuery } from '../addresses/query-string.ts'
import { sendJson } from '../responses/send-json.ts'
import { linkNextPage } from './link.ts'
import { listMeta, nameless, readListQuery, unknownParameter, type ListQuery, type ListShape } from './list-query.ts'
import { encodeCursor } from './list-sort.ts'
import { handlingPreference } from './preference.ts'
import { shorten } from '../../shorten.ts'

/**
 * Handles the violations of a list query for an operation that has no 400 response. By default, the operation returns a
 * list in spite of violations: an invalid filter matches nothing, and a header names the ignored parameters. With
 * `Prefer: handling=strict`, the query is rejected.
 * @throws Problem `invalid_request` under strict handling.
 * @see docs/decisions/0007-parse-list-queries-leniently.md
 */
export function applyHandling(request: FastifyRequest, reply: FastifyReply, query: ListQuery): void {
  const handling = handlingPreference(request)
  if (handling) void reply.header('preference-applied', `handling=${handling}`)
  if (handling === 'strict') return rejectViolations(query)
  const ignored = query.ignoredParameters
    .slice(0, ignoredMaximum)
    .map((name) => encodeURIComponent(shorten(name)) || nameless)
  if (ignored.length > 0) void reply.header('tocsin-ignored-parameters', ignored.join(', '))
}

/**
 * Maximum number of names in the header that lists the ignored parameters. Many clients accept no more than 8 to 16 KiB
 * of headers in total.
 */
const ignoredMaximum = 8

/**
 * Reads a query string and rejects any invalid input, for operations that have a 400 response.
 * @throws Problem `invalid_request` with every violation.
 */
export function readStrictly<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  raw: unknown,
): ListQuery<SortName, FilterName> {
  const query = readListQuery(shape, raw as RawQuery)
  rejectViolations(query)
  return query
}

function rejectViolations({ violations }: ListQuery): void {
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}

/** Returns the response body of a list with one page, and adds the headers that lead to the next page. */
export function pageResponse<Item>(request: FastifyRequest, reply: FastifyReply, query: ListQuery, page: Page<Item>) {
  const nextCursor = linkNext(request, reply, query, page.next)
  return { data: page.items, meta: listMeta(query, page.items.length, nextCursor) }
}

/**
 * Sends a page of JSON text, and adds the headers that lead to the next page. A long page is streamed as fast as the
 * client reads it.
 */
export function sendTextPage(request: FastifyRequest, reply: FastifyReply, query: ListQuery, page: TextPage) {
  const meta = JSON.stringify(listMeta(query, page.count, linkNext(request, reply, query, page.next)))
  if (Array.isArray(page.parts)) return sendJson(reply, `{"data":[${page.parts.join(',')}],"meta":${meta}}`)
  return sendJson(reply, Readable.from(wrapInEnvelope(page.parts, meta), { objectMode: false }))
}

/**
 * Adds the headers that lead to the next page.
 * @returns the cursor of the next page, for the response body; null on the last page.
 */
function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  { sort }: ListQuery,
  next: Cursor | undefined,
): string | null {
  if (!next) return null
  const cursor = encodeCursor(sort, next)
  linkNextPage(request, reply, cursor)
  return cursor
}

async function* wrapInEnvelope(parts: AsyncIterable<string>, meta: string): AsyncGenerator<string> {
  yield '{"data":['
  let separator = ''
  for await (const part of parts) {
    yield separator + part
    separator = ','
  }
  yield `],"meta":${meta}}`
}

/**
 * Returns the response body of a list without pages, with all items.
 * @throws Problem `invalid_request` if the request has any query parameter.
 */
export function wholeListResponse<Item>(request: FastifyRequest, items: Item[]) {
  const violations = Object.keys(request.query as RawQuery).map(unknownParameter)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
  const count = items.length
  return { data: items, meta: { offset: 0, limit: count, count, sort: null, filter: [], nextCursor: null } }
}
