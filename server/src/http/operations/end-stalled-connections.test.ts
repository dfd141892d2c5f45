import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { endStalledConnections } from './end-stalled-connections.ts'

const maximumMs = 100
let server: Server

afterEach(() => void server.close())

/** Starts a server with this request listener, sends lines to the server, and keeps the connection open. */
async function send(listener: RequestListener, ...lines: string[]): Promise<Socket> {
  server = createServer(listener)
  server.keepAliveTimeout = maximumMs
  endStalledConnections(server, maximumMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(lines.join('\r\n'))
  return socket
}

/** Resolves when the connection has ended on the server's side. */
async function endAtServer(): Promise<'ended'> {
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'close')
  return 'ended'
}

test('ends a connection whose client does not read the response', async () => {
  const client = await send(
    (_request, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)),
    'GET / HTTP/1.1',
    'host: x',
    '',
    '',
  )
  client.pause()
  expect(await endAtServer()).toBe('ended')
  client.destroy()
})

test('ends a connection whose client does not read a streamed response', async () => {
  const client = await send(
    (_request, response) => {
      const sendMore = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
        response.once('drain', sendMore)
      }
      sendMore()
    },
    'GET / HTTP/1.1',
    'host: x',
    '',
    '',
  )
  client.pause()
  expect(await endAtServer()).toBe('ended')
  client.destroy()
})

test('ends a connection whose client stops sending the request body', async () => {
  const client = await send(() => undefined, 'POST / HTTP/1.1', 'host: x', 'content-length: 10', '', 'a')
  expect(await endAtServer()).toBe('ended')
  client.destroy()
})

test('ends a connection that stays idle after a response', async () => {
  const client = await send((_request, response) => void response.end('done'), 'GET / HTTP/1.1', 'host: x', '', '')
  expect(await text(client)).toContain('done')
})

test('keeps a connection open while its client waits for a slow response', async () => {
  const client = await send(
    (_request, response) => {
      void wait(5 * maximumMs).then(() => response.end('late'))
    },
    'GET / HTTP/1.1',
    'host: x',
    'connection: close',
    '',
    '',
  )
  expect(await text(client)).toContain('late')
})
