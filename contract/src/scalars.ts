import Type, { type Static, type TSchema } from 'typebox'

// The parsers are in a separate file, so that a client can run the creation rules without loading TypeBox.
export { isUuid, parseInstant } from './read-scalars.ts'

/** UUID of any version. Callers may send it in upper case. The server converts it to lower case before it stores it. */
export type Uuid = string

/** Instant as the API writes it: ISO 8601, UTC, with milliseconds, for example `2026-03-01T08:30:00.000Z`. */
export type Instant = string

export const Uuid = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time' })

/**
 * Returns the schema with `null` as an additional type. Writes the types as a list (`type: ["string", "null"]`),
 * because values serialize fastest with a schema of this form.
 */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

/** Schema of a text with at least one character that is not white space, and at most `maxLength` characters. */
export const notBlank = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/**
 * Schema of a text that must be one of the values. The schema has the keyword `enum` instead of the `anyOf` that
 * TypeBox would write.
 */
export const oneOf = <Value extends string>(values: readonly Value[], options: { default?: Value } = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options })

/**
 * Returns a schema that refers to the given schema by its `$id`. The OpenAPI document then contains the given schema
 * only once, under its name.
 */
export const ref = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
