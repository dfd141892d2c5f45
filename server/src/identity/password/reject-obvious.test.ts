import { describe, expect, test } from 'vitest'
import { rejectObviousPassword } from './reject-obvious.ts'

const maren = { name: 'Maren Holt', email: 'maren.holt@example.com' }
const check = (password: string) => () => rejectObviousPassword(password, maren, '/password')

describe('rejecting obvious passwords', () => {
  test.each([' '.repeat(12), '\t\n'.repeat(6), '\u3000'.repeat(12), '\u200b'.repeat(12), ' \u00a0\ufeff'.repeat(4)])(
    'rejects a password of white space or invisible characters only: %j',
    (password) => {
      expect(check(password)).toThrow('white space only')
    },
  )

  test.each([
    'maren.holt@example.com',
    'MAREN.HOLT@EXAMPLE.COM',
    'maren.holt@example.com1',
    ' maren.holt@example.com ',
    'Maren Holt!!!',
    'marenholt2024',
    '!maren_holt_99',
    'holtmarenholt',
    'M4r3n H0lt 123',
    'Márén  Hölt ..',
    'tlohneram.tloh',
    'moc.elpmaxe@tloh.neram',
    'maren@example',
  ])('rejects a password that is little more than the name or e-mail address of its user: %s', (password) => {
    expect(check(password)).toThrow('name or email address')
  })

  test.each([
    'correct horse battery',
    'maren likes purple elephants',
    '!!!!!!!!!!!!',
    'Holt vor dem Gewitter die Wäsche',
    'aBcDeFgHiJkL',
    '密码密码密码密码密码密码',
  ])('accepts a password that is not obvious: %s', (password) => {
    expect(check(password)).not.toThrow()
  })

  test('reports a violation with the JSON Pointer and code of an obvious password', () => {
    expect(check('maren.holt@example.com')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        violations: [expect.objectContaining({ pointer: '/password', code: 'not_allowed_value' })],
      }),
    )
  })
})
