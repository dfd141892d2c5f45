import { expect, test } from 'vitest'
import { moveType } from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'
import { locateViolations } from './locate-violations.ts'

const controlIds = (...pointers: string[]) =>
  locateViolations(
    exampleDraft(),
    pointers.map((pointer) => ({ pointer, code: 'too_short', message: '' })),
  ).map(({ controlId }) => controlId)

test('locateViolations returns the id of the type with the violation, which stays valid after the type is moved', () => {
  const checked = exampleDraft()
  const [problem] = locateViolations(checked, [{ pointer: '/types/1/name', code: 'too_short', message: '' }])
  expect(problem).toMatchObject({ list: 'types', entryId: 'theft', property: 'name' })
  expect(moveType(checked, 'theft', -1).types[0]).toMatchObject({ id: problem!.entryId })
})

test('locateViolations returns different controls for the name of a profile and the rule of its field "name"', () => {
  expect(controlIds('/profiles/0/name', '/profiles/0/fields/name/default')).toHaveLength(2)
})

test('locateViolations returns one control for several violations of the same field', () => {
  expect(controlIds('/profiles/1/fields/tags/default/2', '/profiles/1/fields/tags/rule')).toEqual([
    'profiles-strict-field-tags',
  ])
})

test('locateViolations returns the control of the default profile for a violation of /defaultProfileId', () => {
  expect(controlIds('/defaultProfileId')).toEqual(['default-profile'])
})
