/** Escapes one step of a JSON Pointer (RFC 6901). */
export const escapePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
