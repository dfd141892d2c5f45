import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../../database/paging/keyset.ts'
import type { TextPage } from '../../database/paging/text-page.ts'
import { Problem } from '../../problem.ts'
import type { RawQuery } from '../addresses/query-string.ts'
import { answerJson } from '../responses/answer-json.ts'
import { linkNextPage } from './link.ts'
import { listMeta, nameless, unknownParameter, type ListQuery } from './list-query.ts'
import { encodeCursor } from './list-sort.ts'
import { handlingPreference } from './preference.ts'
import { shorten } from '../../shorten.ts'

/**
 * Handles the violations of a list query whose operation has no 400. By default the list fails closed and the answer names
 * the ignored parameters; with `Prefer: handling=strict` the query is rejected.
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

/** Keeps the header below the 8 to 16 KiB that clients commonly accept. */
const ignoredMaximum = 8

/** Rejects a list query with violations; for operations that have a 400. @throws Problem `invalid_request`. */
export function rejectViolations({ violations }: ListQuery): void {
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}

/** Answers with a page in the envelope of a list and links the next page. */
export function answerPage<Item>(request: FastifyRequest, reply: FastifyReply, query: ListQuery, page: Page<Item>) {
  const nextCursor = linkNext(request, reply, query, page.next)
  return { data: page.items, meta: listMeta(query, page.items.length, nextCursor) }
}

/** Answers with a page that is JSON text already; streams a long page as fast as the caller reads it. */
export function answerTextPage(request: FastifyRequest, reply: FastifyReply, query: ListQuery, page: TextPage) {
  const meta = JSON.stringify(listMeta(query, page.count, linkNext(request, reply, query, page.next)))
  if (Array.isArray(page.parts)) return answerJson(reply, `{"data":[${page.parts.join(',')}],"meta":${meta}}`)
  return answerJson(reply, Readable.from(wrapInEnvelope(page.parts, meta), { objectMode: false }))
}

/** Links the next page in the headers. @returns its cursor for the body; null on the last page. */
function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  { sort }: ListQuery,
  next: Page<unknown>['next'],
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

/** Answers with all items of a list that has no pages. @throws Problem `invalid_request` for any query parameter. */
export function answerWhole<Item>(request: FastifyRequest, items: Item[]) {
  const violations = Object.keys(request.query as RawQuery).map(unknownParameter)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
  const count = items.length
  return { data: items, meta: { offset: 0, limit: count, count, sort: null, filter: [], nextCursor: null } }
}
