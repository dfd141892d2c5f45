import { expect, test } from 'vitest'
import { moveType } from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'
import { locateViolations } from './locate-violations.ts'

const controlIds = (...pointers: string[]) =>
  locateViolations(
    exampleDraft(),
    pointers.map((pointer) => ({ pointer, code: 'too_short', message: '' })),
  ).map(({ controlId }) => controlId)

test('a violation is at the entry that its pointer counted, wherever that has moved since', () => {
  const checked = exampleDraft()
  const [problem] = locateViolations(checked, [{ pointer: '/types/1/name', code: 'too_short', message: '' }])
  expect(problem).toMatchObject({ list: 'types', entryId: 'theft', property: 'name' })
  expect(moveType(checked, 'theft', -1).types[0]).toMatchObject({ id: problem!.entryId })
})

test('the name of a profile has another control than its field of that name', () => {
  expect(controlIds('/profiles/0/name', '/profiles/0/fields/name/default')).toHaveLength(2)
})

test('everything about one field has one control', () => {
  expect(controlIds('/profiles/1/fields/tags/default/2', '/profiles/1/fields/tags/rule')).toEqual([
    'profiles-strict-field-tags',
  ])
})

test('what belongs to no entry is about the default profile', () => {
  expect(controlIds('/defaultProfileId')).toEqual(['default-profile'])
})
