import Type from 'typebox'

export const idempotencyKeyPattern = '^[\\x21-\\x7E]{1,255}$'

/** Value of the header `Idempotency-Key` of a write. */
export const IdempotencyKey = Type.String({
  pattern: idempotencyKeyPattern,
  description: 'Unique key of the write, repeated in every retry: 1 to 255 visible ASCII characters.',
  examples: ['till-7/2026-03-01/42'],
})
