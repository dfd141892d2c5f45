import { frameTexts } from '../../texts/frame.ts'

/** Returns an error text for a blank text, else null. Use it in `validate` of a form. */
export const required = (value: string): string | null => (value.trim() === '' ? frameTexts.fieldRequired : null)

/** Returns an error text for an empty password, else null. A password may consist of spaces. */
export const requiredPassword = (value: string): string | null => (value === '' ? frameTexts.fieldRequired : null)
