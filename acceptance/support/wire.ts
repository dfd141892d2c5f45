import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import type { RawResponse } from './check-response.ts'
import { type ApiResponse, apiKey, baseUrl, validated } from './client.ts'

const { protocol, hostname, port: givenPort, pathname: basePath } = new URL(baseUrl)
const isSecure = protocol === 'https:'
const { Agent, request } = isSecure ? https : http
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
// Remove the brackets around an IPv6 address, because only URLs have them.
const host = hostname.replace(/^\[|\]$/g, '')
const port = Number(givenPort) || (isSecure ? 443 : 80)

export interface Bytes {
  method: string
  /** Path and query string, relative to the base URL. Sent unchanged, one byte per character. */
  target: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Sends a request exactly as given, because `fetch` would reject or correct hostile requests. */
export function sendBytes<Body = unknown>({ method, target, headers, body }: Bytes): Promise<ApiResponse<Body>> {
  const path = `${basePath}${target}`
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host,
      port,
      method,
      path,
      headers: { 'x-api-key': apiKey, ...headers },
      maxHeaderSize: 1024 * 1024,
    })
    // Reject only if the connection fails before the response. A later error has no effect, because the server may
    // close the connection before it has read the whole body.
    sent.on('error', reject)
    sent.on('response', (response) => {
      received(response)
        .then((raw) => validated<Body>(method, path.split('?', 1)[0]!, raw))
        .then(resolve, reject)
    })
    sent.end(body)
  })
}

async function received(response: IncomingMessage): Promise<RawResponse> {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return { status: response.statusCode!, headers, text: await text(response) }
}

/**
 * Sends a text, which need not be valid HTTP, over a new connection. Reads the response until the connection is closed.
 */
export async function sendText(sent: string): Promise<RawResponse> {
  const socket = openConnection()
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // Do not fail on a reset: a server may answer a long request and then reset the connection. The response received
  // before the reset is returned.
  socket.on('error', () => socket.destroy())
  socket.write(sent, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', body = ''] = Buffer.concat(chunks)
    .toString()
    .split(/\r\n\r\n(.*)/s)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(headers as [string, string][]), text: body }
}

const openConnection = (): Socket =>
  isSecure ? tls.connect({ host, port, ...(!isIP(host) && { servername: host }) }) : connect({ host, port })
