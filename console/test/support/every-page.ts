import { readFileSync } from 'node:fs'
import type { APIRequestContext } from 'playwright-core'

const routes = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

/** Pages left out: `/sign-in` and `/set-up` are not for signed-in users, and `/` leads to another page. */
const leftOut = ['/sign-in', '/set-up', '/']

/** Lists of the console API, keyed by URL parameter. The first entry of a list provides the id for its parameter. */
const lists: Readonly<Record<string, string>> = {
  $incidentId: '/incidents?limit=1&sort=-lastModifiedAt',
  $locationId: '/locations?limit=1',
  $endpointId: '/webhook-endpoints',
}

/** Lists the address of every page of the console that a signed-in administrator can open, from `routes.tsx`. */
export async function everyPage(request: APIRequestContext): Promise<string[]> {
  const paths = [...routes.matchAll(/^ +path: '(.+)',$/gm)].map(([, path]) => path!)
  const addresses = paths.filter((path) => !leftOut.includes(path)).map((path) => fillIn(request, path))
  return (await Promise.all(addresses)).filter((address) => address !== undefined)
}

/** Replaces the parameter in a path by the id of an entry. @returns undefined if the demo has no such entry. */
async function fillIn(request: APIRequestContext, path: string): Promise<string | undefined> {
  const [parameter] = /\$\w*/.exec(path) ?? []
  if (parameter === undefined) return path
  if (parameter === '$') return '/no/such/page'
  if (parameter === '$revision') return path.replace(parameter, '1')
  const list = lists[parameter]
  if (list === undefined) throw new Error(`No list in every-page.ts has ids for ${path}.`)
  const body = (await (await request.get(`/api/console${list}`)).json()) as { data: { id: string }[] }
  const [first] = body.data
  return first && path.replace(parameter, first.id)
}
