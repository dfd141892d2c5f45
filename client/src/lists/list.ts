import type { ListMeta } from '../generated/resources.ts'
import { alteredResponse } from '../transport/attempt.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  meta: ListMeta
  /** Cursor of the next page; undefined on the last page. */
  nextCursor: string | undefined
  /**
   * Position from which `events.follow` misses no change of the list. Follow from the position of the first page.
   * Undefined for lists other than `incidents.list` and `comments.listAll`.
   */
  feedPosition: string | undefined
}

interface ListResponse<Item = unknown> {
  data: Item[]
  meta: ListMeta
}

interface Source {
  path: string
  query: URLSearchParams
  options: CallOptions
}

/**
 * A list of the API. Iterate over it with `for await (const item of list)`, which requests the pages one by one. Items
 * that exist during the whole iteration appear exactly once, even if other items are created during the iteration.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #transport: Transport
  readonly #source: Source

  constructor(transport: Transport, source: Source) {
    this.#transport = transport
    this.#source = source
  }

  /**
   * Reads one page.
   * @param cursor the `nextCursor` of the previous page; undefined for the first page.
   * @throws TocsinNetworkError if the response lacks items or `meta.nextCursor`, or repeats the cursor of this page. A
   *   proxy must have changed such a response. Without the error, the caller would miss items without notice.
   */
  async page(cursor?: string): Promise<Page<Item>> {
    const { path, query, options } = this.#source
    const response = await this.#transport.send<ListResponse<Item>>(
      // With strict handling, the server rejects an invalid filter. With lenient handling, the list could be empty or
      // too long.
      {
        method: 'GET',
        path,
        query: withCursor(query, cursor),
        headers: { prefer: 'handling=strict' },
        success: 200,
        member: 'data',
      },
      options,
    )
    const defect = defectOf(response.body, cursor)
    if (defect) throw alteredResponse(`The list ${path} was answered ${defect}`, response)
    const { data: items, meta } = response.body
    const feedPosition = response.headers.get('tocsin-feed-position') ?? undefined
    return { items, meta, nextCursor: meta.nextCursor ?? undefined, feedPosition }
  }

  /** Iterates over the pages of the list. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined
    do {
      const page = await this.page(cursor)
      yield page
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) {
      for (const item of items) {
        this.#source.options.signal?.throwIfAborted()
        yield item
      }
    }
  }

  /** Reads all pages and returns all items in one array. Use this method only for short lists. */
  async all(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}

function defectOf(
  { data, meta }: { data: unknown; meta?: Partial<ListMeta> },
  cursor: string | undefined,
): string | undefined {
  if (!Array.isArray(data)) return 'without its items'
  if (meta?.nextCursor === null) return undefined
  if (typeof meta?.nextCursor !== 'string') return 'without meta.nextCursor'
  return meta.nextCursor === cursor ? 'with the cursor of this page for the next one' : undefined
}

/** Adds the cursor of a page to a query, and removes the offset, because the cursor already contains the position. */
function withCursor(query: URLSearchParams, cursor: string | undefined): URLSearchParams {
  if (cursor === undefined) return query
  const next = new URLSearchParams(query)
  next.delete('offset')
  next.set('cursor', cursor)
  return next
}
