import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import Type from 'typebox'

/** Documents one query parameter. Queries are not checked by schema: `readListQuery` reads them and names the faults. */
export const listParameter = (description: string, example?: string) =>
  Type.Optional(Type.String({ description, ...(example !== undefined && { examples: [example] }) }))

/** Documents one that is a number; in a query, it arrives as text. */
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
    'Where the next page begins. Take it from the header `Link: rel="next"`; do not construct one.',
  ),
})
