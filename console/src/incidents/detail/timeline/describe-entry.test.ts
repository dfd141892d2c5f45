import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { expect, test } from 'vitest'
import { describeEntry } from './describe-entry.ts'

const names = new Map([
  ['open', 'Open'],
  ['closed', 'Closed'],
  ['ada', 'Ada'],
])
const entry = (kind: string, changes: TimelineEntry['changes'], actor: Partial<TimelineEntry['actor']> = {}) => ({
  id: '1',
  kind,
  at: '2026-03-01T08:30:00.000Z',
  actor: { id: 'ada', name: 'Ada', kind: 'staff' as const, ...actor },
  changes,
  comment: null,
})

test('a transition is described with the names of both states', () => {
  expect(describeEntry(entry('incident_transitioned', { stateId: ['open', 'closed'] }), names)).toEqual({
    what: 'moved it',
    changes: [{ field: 'stateId', label: 'State', from: 'Open', to: 'Closed' }],
  })
})

test('a missing user and an empty value have words', () => {
  expect(describeEntry(entry('incident_assigned', { assigneeId: [null, 'ada'] }), names).changes).toMatchObject([
    { from: 'nobody', to: 'Ada' },
  ])
  expect(
    describeEntry(entry('incident_edited', { description: ['', 'Wet'], tags: [[], ['a', 'b']] }), names).changes,
  ).toEqual([
    { field: 'description', label: 'Description', from: 'nothing', to: 'Wet' },
    { field: 'tags', label: 'Tags', from: 'nothing', to: 'a, b' },
  ])
})

test('reports through the API and in the console are described differently', () => {
  expect(describeEntry(entry('incident_created', {}, { kind: 'external_api_auditor' }), names).what).toBe(
    'reported this Incident through the API',
  )
  expect(describeEntry(entry('incident_created', { stateId: 'open' }), names)).toEqual({
    what: 'reported this Incident',
    changes: [],
  })
})

test('deleting another user’s comment is described as such', () => {
  expect(describeEntry(entry('comment_removed', { createdBy: 'ben' }), names).what).toContain('somebody else')
  expect(describeEntry(entry('comment_removed', { createdBy: 'ada' }), names).what).not.toContain('somebody else')
})

test('an unknown kind of event is still described', () => {
  expect(describeEntry(entry('incident_merged', { other: 7 }), names)).toEqual({
    what: 'changed something',
    changes: [],
  })
})
