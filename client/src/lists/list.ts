import type { ListMeta } from '../generated/resources.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  meta: ListMeta
  /** Leads to the next page; undefined on the last one. */
  nextCursor: string | undefined
}

interface Source {
  path: string
  query: URLSearchParams
  options: CallOptions
}

/**
 * The items of a list, page by page as they are asked for: `for await (const item of list)`. What exists throughout the
 * walk is neither skipped nor repeated, whatever is created in the meantime.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #transport: Transport
  readonly #source: Source

  constructor(transport: Transport, source: Source) {
    this.#transport = transport
    this.#source = source
  }

  /** One page: the first, or the one that `cursor` (the `nextCursor` of the page before) leads to. */
  async page(cursor?: string): Promise<Page<Item>> {
    const { path, query, options } = this.#source
    const { body, headers } = await this.#transport.send<{ data: Item[]; meta: ListMeta }>(
      // Strict: a filter that the server does not understand is an error, not an empty or a longer list.
      { method: 'GET', path, query: withCursor(query, cursor), headers: { prefer: 'handling=strict' }, success: 200 },
      options,
    )
    return { items: body.data, meta: body.meta, nextCursor: headers.get('tocsin-next-cursor') ?? undefined }
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined
    do {
      const page = await this.page(cursor)
      yield page
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  /** Every item at once; for lists that are known to be short. */
  async all(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}

/** The cursor already says how far the walk has come. */
function withCursor(query: URLSearchParams, cursor: string | undefined): URLSearchParams {
  if (cursor === undefined) return query
  const next = new URLSearchParams(query)
  next.delete('offset')
  next.set('cursor', cursor)
  return next
}
