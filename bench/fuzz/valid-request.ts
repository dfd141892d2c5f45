import { randomUUID } from 'node:crypto'
import type { FuzzedOrganization, Headers } from './organization.ts'
import type { ProbedRoute } from './probe.ts'
import { sampleOf, type Schemas } from './sample.ts'
import type { RawRequest } from './send.ts'

/** Request that a route accepts. An attack replaces a part of this request. */
export interface ValidRequest extends RawRequest {
  /** JSON value of the body. Undefined if the request has no body, or a body that is not JSON. */
  json: unknown
  /** Names of the query parameters that the route reads. */
  queryNames: string[]
}

const boundary = 'fuzz-boundary'

/**
 * Makes a request that a route accepts.
 * @param queryNames names of query parameters for a route that declares none.
 */
export function validRequestOf(
  route: ProbedRoute,
  organization: FuzzedOrganization,
  schemas: Schemas,
  queryNames: string[],
): ValidRequest {
  const { method, url } = route
  const json = jsonOf(route, organization, schemas)
  const other = otherBodyOf(route)
  const own = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {})
  const hasSubject = ['PATCH', 'DELETE'].includes(method) && url.endsWith('/incidents/:id')
  const headers: Headers = [
    ['accept', url === '/*' ? 'text/html' : '*/*'],
    ...(other?.headers ?? (json === undefined ? [] : ([['content-type', 'application/json']] as Headers))),
    ...(hasSubject ? ([['if-match', organization.entityTag()]] as Headers) : []),
  ]
  return {
    method,
    path: pathOf(route, organization),
    headers,
    body: other?.body ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json))),
    json,
    queryNames: own.length > 0 ? own : queryNames,
  }
}

function jsonOf(
  { method, url, body, consumesMultipart }: ProbedRoute,
  organization: FuzzedOrganization,
  schemas: Schemas,
) {
  if (!body || consumesMultipart) return undefined
  const document = organization.documents[`${method} ${url}`]
  if (document) return document
  const context = { schemas, ids: idsFor(url, organization) }
  if (!url.endsWith('/incidents/batch')) return sampleOf(body, context)
  // Make a creation and a patch, because the sample of a batch item has only a creation.
  const [create, patch] = ['CreateIncident', 'PatchIncident'].map((name) => sampleOf({ $ref: name }, context))
  return { items: [{ create }, { patch: { id: organization.ids.incidentId, body: patch } }] }
}

/** Returns the values to use in a request body, keyed by field name. A new user gets an unused e-mail address. */
function idsFor(url: string, { ids }: FuzzedOrganization): Record<string, string> {
  const email = url.includes('/users') ? `${randomUUID()}@example.com` : ids.email!
  return { ...ids, email, clientRequestId: randomUUID() }
}

/** Makes a body, with its content type, for a route that does not accept JSON. Returns undefined for other routes. */
function otherBodyOf({ url, consumesMultipart }: ProbedRoute): { headers: Headers; body: Buffer } | undefined {
  if (consumesMultipart) {
    const field = url.endsWith('/comments') ? 'files' : 'file'
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\ncontents\r\n`
    return {
      headers: [['content-type', `multipart/form-data; boundary=${boundary}`]],
      body: Buffer.from(`${part}--${boundary}--\r\n`),
    }
  }
  if (url.endsWith('/import')) {
    return { headers: [['content-type', 'text/csv']], body: Buffer.from('location,point\nHarbour,Door\nMarket,Till\n') }
  }
  return undefined
}

/** Returns the path of a route, with values in place of its parameters. */
export function pathOf({ url }: Pick<ProbedRoute, 'url'>, { ids, downloadPath }: FuzzedOrganization): string {
  if (url.startsWith('/download/media/')) return downloadPath
  if (url.endsWith('/by-entity-type/incident')) return `${url}?relatedEntityId=${ids.incidentId}`
  if (url.includes('/download/comments/')) {
    return url.replace(':commentId', ids.mediaCommentId!).replace(':mediaId', ids.commentMediaId!)
  }
  if (url.includes(':mediaId'))
    return url.replace(/:(id|incidentId)/, ids.mediaIncidentId!).replace(':mediaId', ids.mediaId!)
  const [, plural = ''] = /\/([a-z]+)s\/:id/.exec(url) ?? []
  return url
    .replace(':id', ids[`${plural}Id`] ?? ids.incidentId!)
    .replace(/:(revision|from|to)\b/g, '1')
    .replace(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID())
    .replace('/docs/static/*', '/docs/static/swagger-ui.css')
    .replace('/*', '/incidents')
}
