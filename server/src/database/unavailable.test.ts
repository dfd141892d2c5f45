import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

test('the database counts as unavailable if connections to all IP addresses of its host fail', async () => {
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
  'the database counts as unavailable if a connection attempt fails with the error %s',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error(code), { code, syscall: 'connect' }))).toBe(true)
  },
)

test('the database counts as unavailable if a TLS handshake fails, but not if a client aborts its request', () => {
  const message = 'Client network socket disconnected before secure TLS connection was established'
  expect(isDatabaseUnavailable(Object.assign(new Error(message), { code: 'ECONNRESET' }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(false)
})
