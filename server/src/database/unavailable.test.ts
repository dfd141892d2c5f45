import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

test('treats a database host as unavailable when connections to all of its IP addresses fail', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')

  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  const socket = connect({
    host: 'database.example',
    port,
    lookup: (_host, _options, callback) => callback(null, addresses),
  })
  const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown])
  expect(error).toBeInstanceOf(AggregateError)
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
  'treats the error %s of a connection attempt as an unavailable database',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error(code), { code, syscall: 'connect' }))).toBe(true)
  },
)

test('treats a failed TLS handshake as an unavailable database, but not the abort of a request by its client', () => {
  const message = 'Client network socket disconnected before secure TLS connection was established'
  expect(isDatabaseUnavailable(Object.assign(new Error(message), { code: 'ECONNRESET' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(false)
})
