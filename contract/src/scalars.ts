import Type, { type Static, type TSchema } from 'typebox'

// Reading them is a module of its own, so that the creation rules run in a client without TypeBox.
export { isUuid, parseInstant } from './read-scalars.ts'

/** A UUID of any version. Callers may write upper case; it becomes lower case at the border and is stored so. */
export type Uuid = string

/** An instant on the wire: ISO 8601, UTC, millisecond precision, such as `2026-03-01T08:30:00.000Z`. */
export type Instant = string

export const Uuid = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time' })

/** The same schema with `null` allowed, written as a JSON Schema type list so that it serializes fast. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

/** A text with more in it than white space, such as a name. */
export const notBlank = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** One of several texts, written as an `enum`; TypeBox of its own accord makes a union of constants. */
export const oneOf = <Value extends string>(values: readonly Value[], options: { default?: Value } = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options })

/** Refers to a schema that has an `$id`, so that OpenAPI shows it once, by name. */
export const ref = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
