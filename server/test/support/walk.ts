import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ApiResponse, Call } from './caller.ts'

/** Returns the URL of the `Link` header with `rel="next"`; undefined on the last page. */
export const nextOf = (headers: Headers): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Yields the response body of each page of a list, from the page at `path` to the last page. */
export async function* pagesOf<Body>(call: Call, path: string): AsyncGenerator<Body> {
  let next: string | undefined = path
  while (next) {
    const { status, headers, body }: ApiResponse<Body> = await call<Body>('GET', next)
    if (status !== 200) throw new Error(`a page answered ${JSON.stringify(body)}`)
    yield body
    next = nextOf(headers)
  }
}

/** Returns the items of all pages of a list, from the page at `path` to the last page. */
export async function walk<Item>(call: Call, path: string): Promise<Item[]> {
  const items: Item[] = []
  for await (const { data } of pagesOf<{ data: Item[] }>(call, path)) items.push(...data)
  return items
}

/** Returns all incidents of the organization, newest first. */
export const walkIncidents = (call: Call): Promise<IncidentResponse[]> => walk(call, '/incidents?limit=200')
