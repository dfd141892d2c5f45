import { frameTexts } from '../../texts/frame.ts'

/** Validates a required text, for the `validate` of a form. */
export const required = (value: string): string | null => (value.trim() === '' ? frameTexts.fieldRequired : null)

/** Validates a required password, which may consist of spaces. */
export const requiredPassword = (value: string): string | null => (value === '' ? frameTexts.fieldRequired : null)
