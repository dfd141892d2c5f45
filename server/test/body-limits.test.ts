import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'
import { sendLines, statusIn } from './support/raw-connection.ts'

const server = await startTestServer()
const mebibyte = Buffer.alloc(1024 * 1024, 'x')

test('discards the body of a rejected request, and answers the next request on the same connection', async () => {
  const bytes = 8 * mebibyte.length
  const socket = sendLines(server.url, 'POST /api/v1/incidents HTTP/1.1', 'host: x', `content-length: ${bytes}`, '', '')
  for (let sent = 0; sent < bytes; sent += mebibyte.length) socket.write(mebibyte)
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const received = await text(socket)
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
})

test('closes the connection of a rejected request whose body never ends', async () => {
  const socket = sendLines(server.url, 'POST /nope HTTP/1.1', 'host: x', 'transfer-encoding: chunked', '', '')
  socket.on('error', () => undefined)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(statusIn(String(response))).toBe(404)
  const sendMore = () => {
    const isWritable = () =>
      socket.write(`${mebibyte.length.toString(16)}\r\n`) && socket.write(mebibyte) && socket.write('\r\n')
    while (!socket.destroyed && isWritable());
  }
  socket.on('drain', sendMore)
  sendMore()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.destroyed).toBe(true)
})

const chunksOfOneByte = (bytes: number) => '1\r\nx\r\n'.repeat(bytes)

test('rejects a body of too many small chunks and closes the connection', async () => {
  const { key } = await server.newOrganization()
  const head = ['POST /api/v1/incidents HTTP/1.1', 'host: x', `x-api-key: ${key}`, 'transfer-encoding: chunked']
  for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
    const path = type.startsWith('multipart') ? `/${randomUUID()}/media` : ''
    const [first = '', ...others] = head
    const request = first.replace(' HTTP', `${path} HTTP`)
    const socket = sendLines(server.url, request, ...others, `content-type: ${type}`, '', chunksOfOneByte(100_000))
    socket.on('error', () => undefined)
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect({ type, response: String(response) }).toEqual({ type, response: expect.stringContaining('too many pieces') })
    await new Promise((resolve) => socket.once('close', resolve))
  }
})

test.each(['application/json', 'multipart/form-data; boundary=b'])(
  'receives less than a tenth of a rejected body of 500,000 small chunks: %s',
  async (type) => {
    const { key } = await server.newOrganization()
    const path = `/api/v1/incidents${type.startsWith('multipart') ? `/${randomUUID()}/media` : ''}`
    const chunks = countChunks(path)
    const head = [`POST ${path} HTTP/1.1`, 'host: x', `x-api-key: ${key}`, 'transfer-encoding: chunked']
    const socket = sendLines(server.url, ...head, `content-type: ${type}`, '', chunksOfOneByte(500_000))
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(chunks()).toBeGreaterThan(1_000)
    expect(chunks()).toBeLessThan(40_000)
  },
)

/** Counts the chunks of request bodies that this process receives for a path. */
function countChunks(path: string): () => number {
  let count = 0
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url !== path) return
    const { push } = request
    request.push = (piece: Buffer) => {
      count++
      return push.call(request, piece)
    }
  })
  return () => count
}

test('accepts a short body that arrives in chunks of one byte', async () => {
  const { key } = await server.newOrganization()
  const body = JSON.stringify({ clientRequestId: randomUUID(), name: 'x'.repeat(200) })
  const pieces = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
  const head = ['POST /api/v1/incidents HTTP/1.1', 'host: x', `x-api-key: ${key}`, 'content-type: application/json']
  const socket = sendLines(
    server.url,
    ...head,
    'transfer-encoding: chunked',
    'connection: close',
    '',
    `${pieces}0\r\n\r\n`,
  )
  expect(statusIn(await text(socket))).toBe(201)
})

test.each([
  ['a GET', 'GET /livez HTTP/1.1', 'host: x', 200],
  ['an unsupported type', 'POST /api/console/session HTTP/1.1', 'content-type: text/plain', 400],
  ['a body beyond its maximum', 'POST /api/console/session HTTP/1.1', 'content-type: application/json', 400],
])(
  'the server answers a request with an unread body of many small chunks, closes the connection and keeps running: %s',
  async (_, request, header, status) => {
    const head = [request, 'host: x', header, 'transfer-encoding: chunked']
    const firstChunk = `5000\r\n${'x'.repeat(0x5000)}\r\n`
    const socket = sendLines(server.url, ...new Set(head), '', firstChunk + chunksOfOneByte(100_000))
    socket.on('error', () => undefined)
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect(statusIn(String(response))).toBe(status)
    await new Promise((resolve) => socket.once('close', resolve))
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  },
)

test('a request with a body of many small chunks and no API key gets 401, and its connection is closed', async () => {
  const head = ['POST /api/v1/incidents HTTP/1.1', 'host: x', 'transfer-encoding: chunked']
  const socket = sendLines(server.url, ...head, '', chunksOfOneByte(100_000))
  socket.on('error', () => undefined)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(statusIn(String(response))).toBe(401)
  await new Promise((resolve) => socket.once('close', resolve))
})

test('rejects a multipart form with more than 100 parts', async () => {
  const { key } = await server.newOrganization()
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n'
  const response = await fetch(`${server.url}/api/v1/incidents/${randomUUID()}/media`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' },
    body: `${part.repeat(101)}--b--\r\n`,
  })
  expect(await response.json()).toMatchObject({ code: 'invalid_request', detail: 'The form has more than 100 parts.' })
})

test('closes the connection of a sign-in request whose body does not arrive in time', async () => {
  const head = [
    'POST /api/console/session HTTP/1.1',
    'host: x',
    'content-type: application/json',
    'content-length: 100',
  ]
  const socket = sendLines(server.url, ...head, '', '{')
  expect(await text(socket)).toBe('')
})
