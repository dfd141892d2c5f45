import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { refuseUnreadable } from './problems.ts'

test('a request that has not arrived in time is cut off, and not called a wrong one', () => {
  const socket = new PassThrough()
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  Reflect.apply(refuseUnreadable.clientErrorHandler!, undefined, [late, socket])
  expect(socket.read()).toBe(null)
  expect(socket.destroyed).toBe(true)
})
