import Type, { type Static, type TSchema } from 'typebox'

// Parsing is in a module of its own, so that the creation rules run in a client without TypeBox.
export { isUuid, parseInstant } from './read-scalars.ts'

/** UUID of any version. Callers may send upper case; the server turns it into lower case before it stores it. */
export type Uuid = string

/** Instant on the wire: ISO 8601, UTC, with milliseconds, for example `2026-03-01T08:30:00.000Z`. */
export type Instant = string

export const Uuid = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time' })

/** Adds `null` to a schema, as a JSON Schema type list because that serializes fastest. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

/** Text with at least one character that is not white space. */
export const notBlank = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** One of several texts as an `enum`. TypeBox itself would write a union of constants. */
export const oneOf = <Value extends string>(values: readonly Value[], options: { default?: Value } = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options })

/** Refers to a schema by its `$id`, so that OpenAPI lists it once, by name. */
export const ref = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
