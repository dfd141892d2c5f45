import type { IncomingMessage, ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { listen } from '../../../server/test/support/listen.ts'

type Misbehave = (response: ServerResponse) => unknown

const respond = (status: number, headers: Record<string, string>, body = '') => {
  return (response: ServerResponse) => response.writeHead(status, headers).end(body)
}
const problem = (status: number, code: string, headers: Record<string, string>) =>
  respond(
    status,
    { 'content-type': 'application/problem+json', ...headers },
    JSON.stringify({ type: code, title: code, status, detail: code, code, requestId: 'r', errors: [] }),
  )
const asJson = { 'content-type': 'application/json' }

/** Failures of servers and of proxies in front of them, by name. */
export const misbehaviours: Record<string, Misbehave> = {
  'a page with status 200': respond(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>'),
  'somebody else’s JSON': respond(200, asJson, '{"ok":true}'),
  'JSON that is no object': respond(201, asJson, 'null'),
  'half of the JSON': respond(201, asJson, '{"id":"01'),
  'JSON that calls itself text': respond(201, { 'content-type': 'text/plain' }, '{"id":"1"}'),
  'nothing, with status 204': respond(204, {}),
  'nothing, with status 304': respond(304, {}),
  'a redirection': respond(302, { location: '/elsewhere' }),
  'a gateway’s page': respond(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'),
  'a problem without its members': respond(503, { 'content-type': 'application/problem+json' }, '{}'),
  'somebody else’s problem': respond(
    503,
    { 'content-type': 'application/problem+json' },
    '{"code":"E42","detail":"-"}',
  ),
  'somebody else’s JSON about a problem': respond(503, asJson, '{"code":"E42","detail":"-","errors":[]}'),
  'too many requests': problem(429, 'rate_limited', { 'retry-after': '0' }),
  'a time to retry that is past': problem(503, 'unavailable', { 'retry-after': 'Sun, 01 Mar 2015 12:00:00 GMT' }),
  'a time to retry that is none': problem(503, 'unavailable', { 'retry-after': 'soon' }),
  'no response': (response) => response.destroy(),
  'no HTTP': (response) => response.socket!.end('220 mail.example.com ESMTP\r\n\r\n'),
  'a response that breaks off': (response) => {
    response.writeHead(201, { ...asJson, 'content-length': '100' }).write('{"id":', () => response.destroy())
  },
  'a response that never ends': (response) =>
    response.writeHead(201, { ...asJson, 'content-length': '100' }).write('{'),
}

/**
 * Starts a server that fails a number of times before it creates an incident. The URL of a request contains the name
 * and the number of the failures.
 */
export async function startFlakyServer() {
  const received: { clientRequestId: string }[] = []
  const failuresLeft = new Map<string, number>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name = '', times = ''] = decodeURIComponent(request.url!).split('/')
    const creation = (await readJson(request)) as { clientRequestId: string }
    received.push(creation)
    const remaining = failuresLeft.get(creation.clientRequestId) ?? Number(times)
    failuresLeft.set(creation.clientRequestId, remaining - 1)
    if (remaining > 0) return misbehaviours[name]!(response)
    return respond(201, asJson, JSON.stringify({ ...creation, id: 'created' }))(response)
  }
  const { url, close } = await listen(serve)
  afterAll(close)
  const urlOf = (name: string, times: number | string): string => `${url}/${encodeURIComponent(name)}/${times}/api/v1`
  return { received, urlOf }
}
