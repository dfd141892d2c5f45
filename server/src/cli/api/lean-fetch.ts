import { HttpConnection } from './http-connection.ts'
import type { ReceivedAnswer } from './read-answer.ts'

/**
 * Makes a `fetch` for thousands of small requests to one service, over as many connections as there are requests at a
 * time. It takes an eighth of the processor time of the built-in one, which beside a server on the same machine decides
 * how fast an import is.
 *
 * It does what the SDK needs: text as body, no redirects, no compression; whatever else is left to the built-in one.
 * @see docs/decisions/0014-the-commands-of-integrators.md
 */
export function makeLeanFetch(baseUrl: string): typeof fetch {
  const service = new URL(baseUrl)
  const idle: HttpConnection[] = []
  return async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init
    if (typeof input !== 'string' || !input.startsWith(service.origin) || (body && typeof body !== 'string')) {
      return fetch(input, init)
    }
    let connection = idle.pop()
    while (connection && !connection.isOpen) connection = idle.pop()
    connection ??= new HttpConnection(service)
    const path = input.slice(service.origin.length)
    const head = { method, path, headers: headers instanceof Headers ? headers : new Headers(headers) }
    const answer = await connection.send(head, body ?? '', signal ?? undefined)
    if (connection.isOpen) idle.push(connection)
    return asResponse(answer)
  }
}

/** As much of a Response as the SDK reads; a whole one costs as much as the request. */
function asResponse({ status, headers, body }: ReceivedAnswer): Response {
  const answer = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers.get(name) ?? null },
    text: async () => body.toString('utf8'),
  }
  return answer as unknown as Response
}
