import Type, { type Static } from 'typebox'
import { oneOf } from '../scalars.ts'

/** Facts about the server that help an administrator or operator when something is wrong. */
export const About = Type.Object(
  {
    version: Type.String({ description: 'Version of Tocsin.' }),
    node: Type.String(),
    database: Type.Object(
      {
        /** Version of PostgreSQL, for example `18.1`. */
        version: Type.String(),
        isCluster: Type.Boolean(),
        /** Milliseconds that the database took to answer. */
        responseMs: Type.Number(),
      },
      { additionalProperties: false },
    ),
    storage: Type.Object(
      { kind: oneOf(['folder', 's3']), fileMaximumBytes: Type.Integer() },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type About = Static<typeof About>
