import { bodyCheck, documentedHeaders, schemaViolations, findOperation } from './openapi-document.ts'
import type { Problem } from './resources.ts'

/** Response as received: status, headers and body text. */
export interface RawResponse {
  status: number
  headers: Headers
  text: string
}

/**
 * Checks that a response keeps the promises of all responses: a request id, a `Cache-Control` with `private` or
 * `no-store`, and a status, content type, headers and body as documented in /openapi.json. An error must be a complete
 * problem.
 * @param path URL path from the root of the service, without the query string: `/api/v1/incidents`
 * @throws Error that names every violation in the response
 */
export function checkResponse(method: string, path: string, response: RawResponse): void {
  const violations = [
    ...(response.headers.get('x-request-id') ? [] : ['it has no X-Request-Id']),
    ...(sharedCachesMayStore(response) ? ['it does not say whether caches may keep it'] : []),
    ...(response.status >= 400 ? problemViolations(response) : []),
    ...missingHeaders(response),
    ...documentationViolations(method, path, response),
  ]
  if (violations.length === 0) return
  const request = `${method} ${path.slice(0, 100)}`
  throw new Error(
    `${request} was answered ${response.status}, but ${violations.join('; ')}\n${response.text.slice(0, 1000)}`,
  )
}

/**
 * Returns true if a shared cache could serve the response to callers with other API keys, because `Cache-Control` has
 * neither `private` nor `no-store`.
 */
const sharedCachesMayStore = ({ headers }: RawResponse): boolean =>
  !/private|no-store/.test(headers.get('cache-control') ?? '')

/** Header that a response must have, keyed by the status of the response. */
const neededHeaders: Record<number, string> = { 401: 'www-authenticate', 429: 'retry-after', 503: 'retry-after' }

function missingHeaders({ status, headers }: RawResponse): string[] {
  const needed = neededHeaders[status]
  return needed === undefined || headers.has(needed) ? [] : [`it has no ${needed}`]
}

const mediaTypeOf = ({ headers }: RawResponse): string => headers.get('content-type')?.split(';', 1)[0]?.trim() ?? ''

/**
 * Checks a response against the requirements for problems, and returns the violated requirements. @see
 * docs/contract.md#7
 */
function problemViolations(response: RawResponse): string[] {
  if (mediaTypeOf(response) !== 'application/problem+json') return ['it is not application/problem+json']
  const problem = JSON.parse(response.text) as Problem
  const requirements: [boolean, string][] = [
    [problem.type === `urn:tocsin:problem:${problem.code}`, 'type is not the URN of code'],
    [typeof problem.title === 'string' && problem.title !== '', 'title is missing'],
    [problem.status === response.status, 'status is not that of the response'],
    [typeof problem.detail === 'string' && problem.detail !== '', 'detail is missing'],
    [/^[a-z]+(_[a-z]+)*$/.test(problem.code), 'code is not in snake_case'],
    [problem.requestId === response.headers.get('x-request-id'), 'requestId is not X-Request-Id'],
    [Array.isArray(problem.errors) && problem.errors.every(isViolation), 'errors is not a list of violations'],
  ]
  return requirements.filter(([holds]) => !holds).map(([, violation]) => violation)
}

const isViolation = (violation: Problem['errors'][number]): boolean =>
  (typeof violation.pointer === 'string') !== (typeof violation.parameter === 'string') &&
  /^[a-z]+(_[a-z]+)*$/.test(violation.code) &&
  violation.message !== ''

function documentationViolations(method: string, path: string, response: RawResponse): string[] {
  const found = findOperation(method, path)
  // If no operation is documented, the response must be the problem for an unknown route, an unknown method or a bad
  // request line.
  if (!found) return isUnrouted(response) ? [] : [`no operation ${method} ${path.slice(0, 100)} is documented`]
  const documented = found.operation.responses[response.status]
  if (!documented) return [`${found.operation.operationId} documents no status ${response.status}`]
  const undocumented = undocumentedHeaders(response, Object.keys(documented.headers ?? {}))
  if (undocumented.length > 0) return [`${found.operation.operationId} documents no header ${undocumented.join(', ')}`]
  const mediaType = mediaTypeOf(response)
  if (!documented.content) return response.text === '' ? [] : ['it has a body where none is documented']
  if (!documented.content[mediaType]) return [`${found.operation.operationId} documents no content type "${mediaType}"`]
  const check = bodyCheck(found, method, response.status, mediaType)
  return check(JSON.parse(response.text)) ? [] : [schemaViolations(check)]
}

/**
 * Returns the headers that /openapi.json defines, but does not list for this response. Other headers are ignored,
 * because proxies may add them.
 */
function undocumentedHeaders({ headers }: RawResponse, documented: string[]): string[] {
  return documentedHeaders.filter((name) => headers.has(name) && !documented.includes(name))
}

const isUnrouted = ({ status, text }: RawResponse): boolean =>
  status >= 400 &&
  ['route_not_found', 'method_not_allowed', 'bad_request_line'].includes((JSON.parse(text) as Problem).code)
