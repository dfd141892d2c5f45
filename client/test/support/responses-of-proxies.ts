import { offline, problem, type Reaction } from './fake-service.ts'

const page = '<!doctype html><title>Sign in</title>'
const html = (status: number, headers: Record<string, string> = {}): Reaction => {
  const hasBody = ![204, 304].includes(status)
  return () => new Response(hasBody ? page : null, { status, headers: { 'content-type': 'text/html', ...headers } })
}
const jsonText = (status: number, text: string): Reaction => {
  return () => new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

/** Named responses that the client treats as temporary failures, after which it repeats the request. */
export const passingResponses: [string, Reaction][] = [
  ['408, a page', html(408)],
  ['408, a problem', () => problem('unavailable', 408)],
  ['421', html(421)],
  ['425', html(425)],
  ['429 without Retry-After', html(429)],
  ['429 with Retry-After', html(429, { 'retry-after': '1' })],
  ['429, a problem', () => problem('rate_limited', 429)],
  ['500, a page', html(500)],
  ['502', html(502)],
  ['503 without Retry-After', html(503)],
  ['503 with Retry-After', html(503, { 'retry-after': '1' })],
  ['503 with a Retry-After that nobody can read', html(503, { 'retry-after': 'soon' })],
  ['504', html(504)],
  ['520', html(520)],
  ['200, a page', html(200)],
  ['200, nothing', () => new Response('', { status: 200 })],
  ['201, nothing', () => new Response('', { status: 201 })],
  ['201, nothing, as JSON', jsonText(201, '')],
  ['201, cut short', jsonText(201, '{"id": "0199a3c4-5d1e')],
  ['201, another object', jsonText(201, '{"status": "ok"}')],
  ['201, an array', jsonText(201, '[]')],
  ['201, null', jsonText(201, 'null')],
  ['202', jsonText(202, '{"id": "x"}')],
  ['204', html(204)],
  ['302', html(302, { location: 'https://example.com/sign-in' })],
  ['304', html(304)],
  ['307', html(307, { location: 'https://example.com/api/v1/incidents' })],
  ['a redirection that fetch does not follow', offline],
]

/** Named responses with which a proxy, not Tocsin, rejects a request. The client does not retry a rejected request. */
export const foreignRejections: [string, Reaction][] = [
  ['400, a page', html(400)],
  ['403, a page', html(403)],
  ['404, a page', html(404)],
  ['407', html(407)],
  ['411', html(411)],
  ['413', html(413)],
  [
    '403, a problem of a gateway',
    () =>
      Response.json(
        { code: 'blocked', errors: [] },
        { status: 403, headers: { 'content-type': 'application/problem+json' } },
      ),
  ],
]
