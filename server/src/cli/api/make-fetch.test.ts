import { createServer } from 'node:http'
import { createServer as listenPlainly, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { FetchRequest } from '../../../../client/src/client.ts'
import { expect, onTestFinished, test } from 'vitest'
import { makeFetch } from './make-fetch.ts'

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const request: FetchRequest = {
  method: 'POST',
  headers: new Headers({ 'x-api-key': 'k' }),
  body: 'Kühlraum',
  redirect: 'error',
  signal: new AbortController().signal,
}

/**
 * Makes a server that responds with the API key and the body of each request. `sockets` collects the connections of the
 * requests.
 */
function makeEcho() {
  const sockets = new Set<Socket>()
  const server = createServer((received, response) => {
    sockets.add(received.socket)
    if (received.url === '/never') return
    let body = ''
    received.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    received.on('end', () => response.end(JSON.stringify({ key: received.headers['x-api-key'], body })))
  })
  return { server, sockets }
}

test('makeFetch sends 20 successive requests over at most two connections', async () => {
  const { server, sockets } = makeEcho()
  const url = await listen(server)
  const fetch = makeFetch(url)
  for (let count = 0; count < 20; count++) {
    const response = await fetch(`${url}/`, request)
    expect(JSON.parse(await response.text())).toEqual({ key: 'k', body: 'Kühlraum' })
  }
  // The first connection may still be busy when the next request starts, so allow a second connection.
  expect(sockets.size).toBeLessThanOrEqual(2)
})

test('makeFetch rejects an aborted request with the reason of the signal, and still sends later requests', async () => {
  const url = await listen(makeEcho().server)
  const fetch = makeFetch(url)
  const controller = new AbortController()
  const pending = fetch(`${url}/never`, { ...request, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
  expect((await fetch(`${url}/`, request)).status).toBe(200)
})

test.each([
  ['ends with its connection', 'HTTP/1.0 200 OK\r\n\r\n{}'],
  ['ends with its connection, as it says', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}'],
  ['has a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
  ['comes in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'],
  ['follows an informational one', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.0 200 OK\r\n\r\n{}'],
])('makeFetch reads a response that %s', async (_, response) => {
  const url = await listen(listenPlainly((socket) => void socket.once('data', () => socket.end(response))))
  const { status, text } = await makeFetch(url)(`${url}/`, request)
  expect([status, await text()]).toEqual([200, '{}'])
})

test('makeFetch rejects with ECONNREFUSED if the server refuses the connection', async () => {
  const url = await listen(listenPlainly())
  const gone = new URL(url)
  gone.port = '1'
  await expect(makeFetch(gone.origin)(`${gone.origin}/`, request)).rejects.toThrow('ECONNREFUSED')
})
