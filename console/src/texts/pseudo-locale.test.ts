import { expect, test } from 'vitest'
import { lengthen } from './pseudo-locale.ts'

test('the function lengthen puts accents on the letters of a text and makes it a third longer', () => {
  expect(lengthen('Save')).toBe('[Šàvé··]')
  expect(lengthen('Show all incidents')).toBe('[Šhöw àll îñçîdéñtš·······]')
  expect(lengthen(' ')).toBe(' ')
  expect(lengthen('Moved to Open.', ['', 'Open', 'nobody'])).toBe('[Mövéd tö Open.·····]')
})
