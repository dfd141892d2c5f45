import type { Violation } from '@tocsin/contract/api/problem.ts'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { isSaidByFields } from './field-errors.ts'

const refused = (...pointers: string[]): ApiProblem => {
  const violations = pointers.map((pointer): Violation => ({ pointer, code: 'invalid_format', message: 'No.' }))
  return new ApiProblem('No.', { code: 'invalid_request', status: 400, violations })
}

const fields = ['name', 'email']

test.each<[string, Error | null, boolean]>([
  ['what is wrong with them', refused('/email', '/name'), true],
  ['that an email is taken', new ApiProblem('Taken.', { code: 'email_taken', status: 409 }), true],
  ['nothing of what is not theirs', refused('/role'), false],
  ['not all, where something else is wrong as well', refused('/name', '/role'), false],
  ['nothing of what has no field', new ApiProblem('Gone.', { code: 'incident_not_found', status: 404 }), false],
  ['nothing where no answer came', new TypeError('failed to fetch'), false],
  ['nothing where nothing is wrong', null, false],
])('fields say %s', (_, error, isSaid) => {
  expect(isSaidByFields(error, fields)).toBe(isSaid)
})
