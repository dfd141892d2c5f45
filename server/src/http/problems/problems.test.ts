import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerProblems, rejectUnreadableRequests } from './problems.ts'

test('answers 503 with Retry-After to a request whose transaction failed in a deadlock', async () => {
  const app = Fastify()
  answerProblems(app)
  app.get('/', async () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  const response = await app.inject('/')
  expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
  expect(response.json()).toMatchObject({ code: 'unavailable' })
})

test('closes the connection without a response when a request takes too long to arrive', () => {
  const socket = new PassThrough()
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  Reflect.apply(rejectUnreadableRequests.clientErrorHandler!, undefined, [late, socket])
  expect(socket.read()).toBe(null)
  expect(socket.destroyed).toBe(true)
})
