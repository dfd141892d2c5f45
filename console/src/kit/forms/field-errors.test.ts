import type { Violation } from '@tocsin/contract/api/problem.ts'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { fieldErrors, isCoveredByFields } from './field-errors.ts'

const rejection = (...pointers: string[]): ApiProblem => {
  const violations = pointers.map((pointer): Violation => ({ pointer, code: 'invalid_format', message: 'No.' }))
  return new ApiProblem('No.', { code: 'invalid_request', status: 400, violations })
}

const fields = ['name', 'email']

test.each<[string, Error | null, boolean]>([
  ['covers violations of the fields', rejection('/email', '/name'), true],
  ['covers an email that is taken', new ApiProblem('Taken.', { code: 'email_taken', status: 409 }), true],
  ['does not cover a violation of another field', rejection('/role'), false],
  ['does not cover violations of known and other fields', rejection('/name', '/role'), false],
  [
    'does not cover a problem without a field',
    new ApiProblem('Gone.', { code: 'incident_not_found', status: 404 }),
    false,
  ],
  ['does not cover a network failure', new TypeError('failed to fetch'), false],
  ['does not cover the absence of an error', null, false],
])('isCoveredByFields: a form with the fields name and email %s', (_, error, isCovered) => {
  expect(isCoveredByFields(error, fields)).toBe(isCovered)
})

test('the set-up form reports a lock after many wrong codes as a wrong code, because the right code still works', () => {
  const locked = new ApiProblem('Too many.', { code: 'sign_in_locked', status: 429, retryAfterSeconds: 900 })
  expect(fieldErrors(locked, ['code'])).toEqual({ code: expect.stringContaining('setUpCode') })
  expect(fieldErrors(locked, ['currentPassword'])).toEqual({})
})
