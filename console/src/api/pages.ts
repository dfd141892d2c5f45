import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { ListMeta } from '@tocsin/contract/api/list.ts'
import { call, type QueryValue } from './call.ts'

/** One page of a list. `next` is the cursor of the next page; undefined on the last page. */
export interface Page<Item> {
  items: Item[]
  next: string | undefined
}

interface PageOptions {
  query?: Readonly<Record<string, QueryValue>>
  signal?: AbortSignal | undefined
}

/**
 * Reads one page of a list.
 * @param path URL path below `/api/console`.
 * @throws ApiProblem for the same reasons as `call`, and if the server does not know one of the query parameters.
 */
export async function callPage<Item>(path: string, { query, signal }: PageOptions = {}): Promise<Page<Item>> {
  const { data, meta } = await call<{ data: Item[]; meta: Pick<ListMeta, 'nextCursor'> }>('GET', path, {
    ...(query && { query }),
    headers: { prefer: 'handling=strict' },
    signal,
  })
  return { items: data, next: meta.nextCursor ?? undefined }
}

/**
 * Reads all items of a list with the largest page size that the API allows. Use it only for lists of limited length.
 */
export async function callAllPages<Item>(path: string, { query, signal }: PageOptions = {}): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await callPage<Item>(path, { query: { ...query, limit: limitMaximum, cursor }, signal })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  return items
}
