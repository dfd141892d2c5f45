import { type ApiResponse, baseUrl, type Client, type Query } from './client.ts'
import type { Page } from './resources.ts'

/**
 * Maximum number of pages to read. Every list in the specs is shorter; the maximum ends a walk whose links form a
 * circle.
 */
const pagesMaximum = 1000

/**
 * Reads the path and query string of the next page from the Link header. The path is relative to the base URL. Returns
 * undefined on the last page.
 */
export function nextPage(response: ApiResponse): { path: string; query: string } | undefined {
  const [, address] = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '') ?? []
  if (address === undefined) return undefined
  const { pathname, search } = new URL(address, baseUrl)
  const prefix = new URL(baseUrl).pathname
  if (!pathname.startsWith(`${prefix}/`)) throw new Error(`the next page is outside the API: ${address}`)
  return { path: pathname.slice(prefix.length), query: search.slice(1) }
}

/**
 * Returns the path and query of the next page, with the cursor of the header `Tocsin-Next-Cursor`. A list whose next
 * URL is too long has this header but no Link header.
 */
function nextByCursor({ headers }: ApiResponse, path: string, query: Exclude<Query, string>) {
  const cursor = headers.get('tocsin-next-cursor')
  return cursor === null ? undefined : { path, query: { ...query, cursor } }
}

/**
 * Reads all pages of a list by following `Link: rel="next"`.
 * @param betweenPages runs after each page except the last
 * @returns the items of all pages
 * @throws Error if the list has more than 1,000 pages
 */
export async function walk<Item>(
  client: Client,
  path: string,
  query: Exclude<Query, string>,
  betweenPages: () => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = []
  let page = await client.get<Page<Item>>(path, { query })
  for (let pages = 1; pages <= pagesMaximum; pages++) {
    items.push(...page.body.data)
    const next = nextPage(page) ?? nextByCursor(page, path, query)
    if (next === undefined) return items
    await betweenPages()
    page = await client.get<Page<Item>>(next.path, { query: next.query })
  }
  throw new Error(`the walk along ${path} does not end`)
}
