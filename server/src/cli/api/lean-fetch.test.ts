import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Fetch, FetchRequest } from '@tocsin/client/src/client.ts'
import { afterAll, expect, test } from 'vitest'
import { makeLeanFetch } from './lean-fetch.ts'

const sockets = new Set<Socket>()
const server: Server = createServer((request, response) => {
  sockets.add(request.socket)
  if (request.url === '/never') return
  if (request.url === '/last') response.setHeader('connection', 'close')
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => (body += piece))
  request.on('end', () =>
    response.end(JSON.stringify({ method: request.method, key: request.headers['x-api-key'], body })),
  )
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const request: FetchRequest = {
  method: 'POST',
  headers: new Headers({ 'x-api-key': 'k' }),
  body: 'Kühlraum',
  redirect: 'error',
  signal: new AbortController().signal,
}
const send = (fetch: Fetch, path = '/', signal = request.signal) => fetch(`${url}${path}`, { ...request, signal })

test('requests in turn share a connection, requests at once have one each', async () => {
  const fetch = makeLeanFetch(url)
  sockets.clear()
  for (let count = 0; count < 5; count++) {
    const answer = await send(fetch)
    expect(answer.status).toBe(200)
    expect(JSON.parse(await answer.text())).toEqual({ method: 'POST', key: 'k', body: 'Kühlraum' })
  }
  expect(sockets.size).toBe(1)
  await Promise.all(Array.from({ length: 4 }, () => send(fetch)))
  await Promise.all(Array.from({ length: 4 }, () => send(fetch)))
  expect(sockets.size).toBe(4)
})

test('a connection that the service ended is not used again', async () => {
  const fetch = makeLeanFetch(url)
  sockets.clear()
  expect((await send(fetch, '/last')).status).toBe(200)
  expect((await send(fetch)).status).toBe(200)
  expect(sockets.size).toBe(2)
})

test('an abortion ends a request with its reason, and the next one has another connection', async () => {
  const fetch = makeLeanFetch(url)
  const controller = new AbortController()
  const pending = send(fetch, '/never', controller.signal)
  controller.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
  expect((await send(fetch)).status).toBe(200)
})

test('where nothing listens it says so', async () => {
  await expect(makeLeanFetch('http://127.0.0.1:1')('http://127.0.0.1:1/', request)).rejects.toThrow('ECONNREFUSED')
})
