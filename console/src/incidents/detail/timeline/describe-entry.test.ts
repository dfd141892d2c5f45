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

test('describes a transition with the names of both states', () => {
  expect(describeEntry(entry('incident.changed', { stateId: ['open', 'closed'] }), names)).toEqual({
    action: 'moved it',
    changes: [{ field: 'stateId', label: 'State', from: 'Open', to: 'Closed' }],
  })
})

test('describes a missing assignee as “nobody” and an empty value as “nothing”', () => {
  expect(describeEntry(entry('incident.changed', { assigneeId: [null, 'ada'] }), names).changes).toMatchObject([
    { from: 'nobody', to: 'Ada' },
  ])
  expect(
    describeEntry(entry('incident.changed', { description: ['', 'Wet'], tags: [[], ['a', 'b']] }), names).changes,
  ).toEqual([
    { field: 'description', label: 'Description', from: 'nothing', to: 'Wet' },
    { field: 'tags', label: 'Tags', from: 'nothing', to: 'a, b' },
  ])
})

test('describes a restoration together with the new state of the restored incident', () => {
  expect(describeEntry(entry('incident.restored', { stateId: ['open', 'closed'] }), names)).toMatchObject({
    action: 'restored it',
    changes: [{ label: 'State', from: 'Open', to: 'Closed' }],
  })
})

test('describes a report through the API in different words from a report in the console', () => {
  expect(describeEntry(entry('incident.created', {}, { kind: 'external_api_auditor' }), names).action).toBe(
    'reported this incident through the API',
  )
  expect(describeEntry(entry('incident.created', { stateId: 'open' }), names)).toEqual({
    action: 'reported this incident',
    changes: [],
  })
})

test('mentions “somebody else” only for a deleted comment of another user', () => {
  expect(describeEntry(entry('comment.deleted', { createdBy: 'ben' }), names).action).toContain('somebody else')
  expect(describeEntry(entry('comment.deleted', { createdBy: 'ada' }), names).action).not.toContain('somebody else')
})

test('describes an event of an unknown kind as “changed something”', () => {
  expect(describeEntry(entry('incident.merged', { other: 7 }), names)).toEqual({
    action: 'changed something',
    changes: [],
  })
})
