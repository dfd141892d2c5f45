import { expect, test } from 'vitest'
import { readProblem } from '../../api/api-problem.ts'
import { messageOf } from './message-of.ts'

const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  readProblem(status, JSON.stringify(body), (name) => headers[name] ?? null)

test('returns the detail of a problem without advice', () => {
  const detail = 'From its current state the Incident can move to "Open".'
  expect(messageOf(problem(409, { code: 'transition_not_allowed', detail }))).toBe(detail)
})

test.each([
  [{ 'retry-after': '5' }, 'Try again in 5 seconds.'],
  [{ 'retry-after': '1' }, 'Try again in 1 second.'],
  [{}, 'Try again in a moment.'],
])('names the wait for the headers %j', (headers, advice) => {
  const unavailable = problem(503, { code: 'unavailable', detail: 'The service is away.' }, headers)
  expect(messageOf(unavailable)).toBe(`The service is away. ${advice}`)
})

test('adds the next step to a server failure', () => {
  expect(messageOf(problem(500, { code: 'internal_error', detail: 'The server failed.' }))).toBe(
    'The server failed. Reload the page to see whether it was done, then try again. If it happens again, tell your administrator.',
  )
})

test('names known fields by their labels and uses the message of the server for others', () => {
  const errors = [
    { pointer: '/assigneeId', code: 'assignee_archived', message: 'The user is archived; only creations …' },
    { pointer: '/colour', code: 'too_long', message: 'colour has more than 5 characters.' },
    { parameter: 'limit', code: 'out_of_range', message: 'limit is at most 200.' },
  ]
  expect(messageOf(problem(400, { code: 'invalid_request', detail: errors[0]!.message, errors }))).toBe(
    'Assignee: This user is archived. Choose somebody else. colour has more than 5 characters. limit is at most 200.',
  )
})

test('blames the page for an error that is not a problem of the server', () => {
  expect(messageOf(new TypeError('x is undefined'))).toMatch(/^Something went wrong on this page/)
})
