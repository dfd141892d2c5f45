import { IssueKey, RotateKey } from '@tocsin/contract/console/api-key.ts'
import { UpdateComment } from '@tocsin/contract/api/comment.ts'
import { BulkChange } from '@tocsin/contract/console/bulk-change.ts'
import { CreateIncident } from '@tocsin/contract/api/incident.ts'
import { tagsMaximum } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { SetUp } from '@tocsin/contract/console/session.ts'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { asViolation } from './shape-violations.ts'
import { ajv } from './validation.ts'

const id = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
const instant =
  'occurredAt needs a day that exists, a time with seconds and an offset, such as 2026-03-01T08:30:00+01:00.'

test.each([
  [{}, 'clientRequestId is required.'],
  [{ clientRequestId: 'x' }, 'clientRequestId must be a UUID.'],
  [{ clientRequestId: id, colour: 'red' }, 'colour is not a field that may be sent.'],
  [{ clientRequestId: id, '': 'red' }, '"" is not a field that may be sent.'],
  [{ clientRequestId: id, occurredAt: '2026-03-01T08:30:00' }, instant],
  [{ clientRequestId: id, occurredAt: 'yesterday' }, instant],
  [{ clientRequestId: id, name: 5 }, 'name must be a text.'],
  [{ clientRequestId: id, name: 'n'.repeat(251) }, 'name must be at most 250 characters long.'],
  [{ clientRequestId: id, tags: 'red' }, 'tags must be a list.'],
  [{ clientRequestId: id, tags: ['red', 'red'] }, 'tags/1 repeats an earlier item.'],
  [{ clientRequestId: id, pointId: 5 }, 'pointId must be a text or null.'],
  [{ clientRequestId: id, priority: 'HIGH' }, 'priority must be one of MINOR, NORMAL, MAJOR, CRITICAL.'],
  [{ clientRequestId: id, configVersion: 1.5 }, 'configVersion must be a whole number.'],
  [{ clientRequestId: id, configVersion: 0 }, 'configVersion must be at least 1.'],
  [{ clientRequestId: id, latitude: '1' }, 'latitude must be a number.'],
  [{ clientRequestId: id, latitude: 91 }, 'latitude must be at most 90.'],
  [[], 'The body must be an object.'],
])('rejects the creation body %j with the message: %s', (body, sentence) => {
  expect(messagesFor(CreateIncident, body)).toEqual([sentence])
})

test('describes the violations of the schema in request bodies of comments, bulk changes, API keys and the set-up', () => {
  const change = { stateId: id }
  expect(messagesFor(UpdateComment, {})).toEqual(['The body needs at least one field.'])
  expect(messagesFor(BulkChange, { change, incidentIds: [] })).toEqual(['incidentIds must not be empty.'])
  expect(messagesFor(IssueKey, { name: '', scopes: ['read'] })).toEqual([
    'name must not be empty.',
    'name must not be blank.',
  ])
  expect(messagesFor(RotateKey, { overlapHours: -1 })).toEqual(['overlapHours must be at least 0.'])
  const person = { code: 'x', organizationName: 'x', name: 'x', email: 'x', password: 'x' }
  expect(messagesFor(SetUp, person)).toEqual([
    'email must be an email address.',
    expect.stringMatching(/^password must be at least \d+ characters long\.$/),
  ])
})

test('reports too_short for an empty list and too_long for a list with too many items', () => {
  const tags = Array.from({ length: tagsMaximum + 1 }, (_, index) => `tag ${index}`)
  expect(violationsOf(BulkChange, { change: { stateId: id }, incidentIds: [] })).toMatchObject([{ code: 'too_short' }])
  expect(violationsOf(CreateIncident, { clientRequestId: id, tags })).toEqual([
    { pointer: '/tags', code: 'too_long', message: `tags must have at most ${tagsMaximum} items.` },
  ])
})

const messagesFor = (schema: TSchema, body: unknown): string[] =>
  violationsOf(schema, body).map(({ message }) => message)

function violationsOf(schema: TSchema, body: unknown): Violation[] {
  const check = ajv.compile(schema)
  check(body)
  return (check.errors ?? []).map((error) => asViolation(error as never))
}
