/** Writes one step of a JSON Pointer (RFC 6901). */
export const escapePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

/** What a sentence calls the place of a pointer: a name without characters is told as two quotes. */
export const placeName = (pointer: string, document: string): string =>
  pointer === '' ? document : pointer.slice(1) || '""'
