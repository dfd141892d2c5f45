/** HTTP request of a measured operation, without credentials. */
export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  /** Request body. A Buffer is sent as it is, any other value as JSON. */
  body?: unknown
}

/** Returns the bytes of a request, to be sent on a connection that stays open. */
export function writeRequest(
  { method, path, headers = {}, body }: Request,
  credentials: Record<string, string>,
): Buffer {
  const content = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const fields = Object.entries({
    host: '127.0.0.1',
    ...credentials,
    ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
    ...headers,
  })
  const head = [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), ...(content ? [content] : [])])
}
