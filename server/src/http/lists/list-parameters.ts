import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import Type from 'typebox'

/** Documents a query parameter. `readListQuery` reads and checks queries instead of the schema. */
export const listParameter = (description: string, example?: string) =>
  Type.Optional(Type.String({ description, ...(example !== undefined && { examples: [example] }) }))

/** Documents a numeric query parameter, which arrives as text. */
const integerParameter = (description: string, range: { minimum: number; maximum?: number; default?: number }) =>
  Type.Optional(Type.Unsafe<string>(Type.Integer({ description, ...range })))

export const pagingParameters = (sorts: readonly string[], sortExample: string) => ({
  limit: integerParameter('Maximum number of items to return.', {
    minimum: 1,
    maximum: limitMaximum,
    default: limitDefault,
  }),
  offset: integerParameter('Number of items to skip; not beside a cursor.', { minimum: 0 }),
  sort: listParameter(
    `Keys separated by commas, with "-" before a descending one. Keys: ${sorts.join(', ')}.`,
    sortExample,
  ),
  cursor: listParameter(
    'Position of the next page. Take it from `meta.nextCursor` or the header `Link: rel="next"`; do not construct one.',
  ),
})
