import Type, { type Static, type TProperties } from 'typebox'

/** Old and new value of each changed field, keyed by field. Unchanged fields are absent. */
export type Changes<Entry> = { [Field in keyof Entry]?: [from: Entry[Field], to: Entry[Field]] }

/** Schema of the changes of an object with these fields. Maps each changed field to `[old value, new value]`. */
export const changesOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Unsafe<Changes<{ [Field in keyof Fields]: Static<Fields[Field]> }>>(
    Type.Object(
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, Type.Optional(Type.Tuple([field, field]))]),
      ),
      { additionalProperties: false, minProperties: 1 },
    ),
  )
