import { expect, test } from 'vitest'
import { moveType } from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'
import { locateViolations } from './locate-violations.ts'

const controlIds = (...pointers: string[]) =>
  locateViolations(
    exampleDraft(),
    pointers.map((pointer) => ({ pointer, code: 'too_short', message: '' })),
  ).map(({ controlId }) => controlId)

test('a violation belongs to the entry its pointer counted, even if the entry moved since', () => {
  const checked = exampleDraft()
  const [problem] = locateViolations(checked, [{ pointer: '/types/1/name', code: 'too_short', message: '' }])
  expect(problem).toMatchObject({ list: 'types', entryId: 'theft', property: 'name' })
  expect(moveType(checked, 'theft', -1).types[0]).toMatchObject({ id: problem!.entryId })
})

test('the name of a profile and its field "name" have separate controls', () => {
  expect(controlIds('/profiles/0/name', '/profiles/0/fields/name/default')).toHaveLength(2)
})

test('all violations of one field share one control', () => {
  expect(controlIds('/profiles/1/fields/tags/default/2', '/profiles/1/fields/tags/rule')).toEqual([
    'profiles-strict-field-tags',
  ])
})

test('a violation without an entry belongs to the default profile', () => {
  expect(controlIds('/defaultProfileId')).toEqual(['default-profile'])
})
