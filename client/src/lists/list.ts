import { TocsinNetworkError } from '../error.ts'
import type { ListMeta } from '../generated/resources.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  meta: ListMeta
  /** Leads to the next page; undefined on the last one. */
  nextCursor: string | undefined
}

interface ListAnswer<Item = unknown> {
  data: Item[]
  meta: ListMeta
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

  /**
   * Reads one page: the first, or the one that `cursor` (the `nextCursor` of the page before) leads to.
   * @throws TocsinNetworkError for an answer that says nothing about the next page, or leads back to this one: something
   *   on the way changed or replaced it. To end the walk there would lose the rest of the list in silence.
   */
  async page(cursor?: string): Promise<Page<Item>> {
    const { path, query, options } = this.#source
    const { body, status, attempts } = await this.#transport.send<ListAnswer<Item>>(
      // Strict: a filter that the server does not understand is an error, not an empty or a longer list.
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
    const { data: items, meta } = body
    const defect = defectOf(body, cursor)
    if (defect) {
      throw new TocsinNetworkError(
        `The list ${path} was answered ${defect}: something on the way changed the answer.`,
        { attempts, idempotencyKey: undefined },
        { status },
      )
    }
    return { items, meta, nextCursor: meta.nextCursor ?? undefined }
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

function defectOf(
  { data, meta }: { data: unknown; meta?: Partial<ListMeta> },
  cursor: string | undefined,
): string | undefined {
  if (!Array.isArray(data)) return 'without its items'
  if (meta?.nextCursor === null) return undefined
  if (typeof meta?.nextCursor !== 'string') return 'without meta.nextCursor'
  return meta.nextCursor === cursor ? 'with the cursor of this page for the next one' : undefined
}

/** The cursor already says how far the walk has come. */
function withCursor(query: URLSearchParams, cursor: string | undefined): URLSearchParams {
  if (cursor === undefined) return query
  const next = new URLSearchParams(query)
  next.delete('offset')
  next.set('cursor', cursor)
  return next
}
