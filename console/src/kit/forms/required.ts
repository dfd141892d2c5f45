import { frameTexts } from '../../texts/frame.ts'

/** For the `validate` of a form: asks for a text. */
export const required = (value: string): string | null => (value.trim() === '' ? frameTexts.fieldRequired : null)

/** Asks for a password, in which every character counts. */
export const requiredPassword = (value: string): string | null => (value === '' ? frameTexts.fieldRequired : null)
