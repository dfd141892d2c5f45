import { type Answer, baseUrl, type Client, type Query } from './client.ts'
import type { Page } from './resources.ts'

/** More than any list of the specs has; a walk that goes in circles must not go on for ever. */
const pagesMaximum = 1000

/** The path and query of the next page, relative to the base URL; undefined on the last page. */
export function nextPage(answer: Answer): { path: string; query: string } | undefined {
  const [, address] = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '') ?? []
  if (address === undefined) return undefined
  const { pathname, search } = new URL(address, baseUrl)
  const prefix = new URL(baseUrl).pathname
  if (!pathname.startsWith(`${prefix}/`)) throw new Error(`the next page is outside the API: ${address}`)
  return { path: pathname.slice(prefix.length), query: search.slice(1) }
}

/** Returns the next page by its cursor alone, for an address that is too long for a header. */
function nextByCursor({ headers }: Answer, path: string, query: Exclude<Query, string>) {
  const cursor = headers.get('tocsin-next-cursor')
  return cursor === null ? undefined : { path, query: { ...query, cursor } }
}

/**
 * Follows `Link: rel="next"` from the first page to the last.
 * @param betweenPages runs after each page but the last.
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
