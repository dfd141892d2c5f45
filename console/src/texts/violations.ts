import type { ViolationCode } from '@tocsin/contract/problem.ts'

/** What is wrong with one field of a form; where nothing stands here, the server's own words are shown. */
export const violationTexts: Partial<Record<ViolationCode, string>> = {
  required: 'Please fill in this field.',
  too_short: 'This is too short.',
  too_long: 'This is too long.',
  invalid_format: 'This is not written as it should be.',
  invalid_text: 'This contains characters that cannot be stored.',
}
