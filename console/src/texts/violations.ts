import type { ViolationCode } from '@tocsin/contract/api/problem.ts'
import { passwordMinLength } from '@tocsin/contract/limits.ts'
import { frameTexts } from './frame.ts'
import { defineTexts } from './define-texts.ts'

/** Texts about violations, keyed by violation code. For other codes, the console shows the server's message. */
export const violationTexts: Partial<Record<ViolationCode, string>> = defineTexts({
  required: frameTexts.fieldRequired,
  // This text is for passwords only: other texts need just one character, and the forms themselves report empty fields.
  too_short: `Use at least ${passwordMinLength} characters.`,
  too_long: 'This is too long.',
  invalid_format: 'This is not in the expected format.',
  not_unique: 'The same value appears twice.',
  type_required: 'Choose a type too.',
  location_required: 'Choose a location too.',
  coordinates_incomplete: 'Latitude and longitude go together.',
  location_archived: 'This location is archived. Choose another.',
  point_archived: 'This point is archived. Choose another.',
  assignee_archived: 'This user is archived. Choose somebody else.',
  location_not_found: 'This location no longer exists. Choose another.',
  point_not_found: 'This point no longer exists. Choose another.',
  assignee_not_found: 'This user no longer exists. Choose somebody else.',
  invalid_text: 'This contains characters that cannot be stored.',
})
