import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openDatabase } from '../src/database/open.ts'
import { watchConnections } from '../src/http/operations/drain.ts'
import { makeService } from '../src/service.ts'
import { readEnvironment } from '../src/environment.ts'
import { startService } from '../src/main.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'

test('a stopping server answers 503 with Retry-After', async () => {
  const folder = await makeTemporaryFolder('shutdown')
  const environment = readEnvironment({ DATA_DIR: join(folder, 'data') })
  const log = pino({ level: 'silent' })
  const database = await openDatabase({
    databaseUrl: undefined,
    dataFolder: environment.DATA_DIR,
    log: () => undefined,
  })
  const app = await buildApp({ service: makeService(database), log, environment })
  const mayStop = Promise.withResolvers<void>()
  app.addHook('preClose', () => mayStop.promise)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${url}/livez`)).status).toBe(200)

  const stopped = app.close()
  await expect.poll(async () => (await fetch(`${url}/livez`)).status).toBe(503)
  for (const path of ['/api/v1/incidents', '/readyz']) {
    const response = await fetch(`${url}${path}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The server is shutting down.',
      requestId: response.headers.get('x-request-id'),
    })
  }
  mayStop.resolve()
  await stopped
  await database.close()
  await removeFolder(folder)
})

test('a stopping server answers one more request on a keep-alive connection, and then closes the connection', async () => {
  const folder = await makeTemporaryFolder('shutdown')
  const environment = readEnvironment({ DATA_DIR: join(folder, 'data'), PORT: 0 })
  const { url, stop } = await startService(environment, pino({ level: 'silent' }))
  const { host, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const sendRequest = () => socket.write(`GET /livez HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  sendRequest()
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: keep-alive\r\n/)

  const stopped = stop()
  sendRequest()
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n/i)
  await stopped
  await removeFolder(folder)
})

test('a stopping server closes the connection of an idle client that does not close it', async () => {
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end())
  const drainConnections = watchConnections(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')

  await drainConnections()
  const closed = once(server, 'close')
  server.close()
  await expect(closed).resolves.toEqual([])
  socket.destroy()
})

test('a server with the HOST localhost listens on one IP address, and closes its connections when it stops', async () => {
  const folder = await makeTemporaryFolder('localhost')
  const environment = readEnvironment({ DATA_DIR: join(folder, 'data'), HOST: 'localhost', PORT: 0 })
  const { app, url, stop } = await startService(environment, pino({ level: 'silent' }))
  expect(app.addresses()).toHaveLength(1)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await stop()
  await removeFolder(folder)
})
