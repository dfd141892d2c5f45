import { expect, test } from 'vitest'
import { readProblem } from '../../api/api-problem.ts'
import { messageOf } from './message-of.ts'

const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  readProblem(status, JSON.stringify(body), (name) => headers[name] ?? null)

test('messageOf returns only the detail of a problem whose code has no advice', () => {
  const detail = 'From its current state the incident can move to "Open".'
  expect(messageOf(problem(400, { code: 'transition_not_allowed', detail }))).toBe(detail)
})

test.each([
  [{ 'retry-after': '5' }, 'Try again in 5 seconds.'],
  [{ 'retry-after': '1' }, 'Try again in 1 second.'],
  [{}, 'Try again in a moment.'],
])('messageOf says when to try again after a response 503 with the headers %j', (headers, advice) => {
  const unavailable = problem(503, { code: 'unavailable', detail: 'The service is away.' }, headers)
  expect(messageOf(unavailable)).toBe(`The service is away. ${advice}`)
})

test('messageOf says in how many minutes a locked sign-in opens again', () => {
  const locked = problem(429, { code: 'sign_in_locked', detail: 'Too many failed attempts.' }, { 'retry-after': '840' })
  expect(messageOf(locked)).toBe('Too many failed attempts. Try again in 14 minutes.')
})

test('messageOf adds advice on the next step to the detail of an internal error', () => {
  expect(messageOf(problem(500, { code: 'internal_error', detail: 'The server failed.' }))).toBe(
    'The server failed. Reload the page to see whether it was done, then try again. If it happens again, tell your administrator.',
  )
})

test("messageOf describes violations of known fields with the field's label, others with the server's message", () => {
  const errors = [
    { pointer: '/assigneeId', code: 'assignee_archived', message: 'The user is archived; only creations …' },
    { pointer: '/colour', code: 'too_long', message: 'colour has more than 5 characters.' },
    { parameter: 'limit', code: 'out_of_range', message: 'limit is at most 200.' },
  ]
  expect(messageOf(problem(400, { code: 'invalid_request', detail: errors[0]!.message, errors }))).toBe(
    'Assignee: This user is archived. Choose somebody else. colour has more than 5 characters. limit is at most 200.',
  )
})

test('messageOf returns a general message for an error that is not a problem from the server', () => {
  expect(messageOf(new TypeError('x is undefined'))).toMatch(/^Something went wrong on this page/)
})
