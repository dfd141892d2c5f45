import { buffer } from 'node:stream/consumers'
import { listen, type Listener } from '../support/listen.ts'

/** Code of a problem or a violation that no version of the server sends. */
export const addedCode = 'added_later'

/**
 * Starts a proxy that answers as a later version of the server could: every object has an additional member, and
 * problems and violations have an unknown code.
 */
export const startGrowingProxy = (serverUrl: string): Promise<Listener> =>
  listen(async (request, response) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const body = await buffer(request)
    const received = await fetch(new URL(request.url!, serverUrl), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.byteLength > 0 && { body }),
    })
    const type = received.headers.get('content-type') ?? ''
    response.writeHead(received.status, { 'content-type': type })
    response.end(/json/.test(type) ? JSON.stringify(grow(await received.json())) : await received.text())
  })

function grow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grow)
  if (typeof value !== 'object' || value === null) return value
  const grown = Object.entries(value).map(([name, member]) => [name, name === 'code' ? addedCode : grow(member)])
  return { ...Object.fromEntries(grown), addedLater: { note: 'new' } }
}
