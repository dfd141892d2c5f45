import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Cursor, Page } from '../database/paging/keyset.ts'
import { readListQuery, type ListQuery, type ListShape } from '../http/lists/list-query.ts'

/** Reads every page of a list and returns all items. */
export async function readEveryPage<Item, SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  read: (query: ListQuery<SortName, FilterName>) => Promise<Page<Item>>,
  filters: Partial<Record<FilterName, string>> = {},
): Promise<Item[]> {
  const query = readListQuery(shape, { ...filters, limit: String(limitMaximum) })
  const items: Item[] = []
  let after: Cursor | undefined
  do {
    const page = await read({ ...query, after })
    items.push(...page.items)
    after = page.next
  } while (after)
  return items
}
