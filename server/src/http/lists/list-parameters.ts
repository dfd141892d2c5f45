import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import Type from 'typebox'
import { extension } from '../openapi/mark-extensions.ts'

/**
 * Schema that documents a query parameter. It validates nothing: `readListQuery` reads and checks the query parameters.
 */
export const listParameter = (description: string, example: string, options: object = {}) =>
  Type.Optional(Type.String({ description, examples: [example], ...options }))

/**
 * Schema that documents a numeric query parameter. Its TypeScript type is string, because query parameters arrive as
 * text.
 */
const integerParameter = (description: string, range: { minimum: number; maximum?: number; default: number }) =>
  Type.Optional(Type.Unsafe<string>(Type.Integer({ description, ...range })))

export const pagingParameters = (sorts: readonly string[], sortExample: string) => ({
  limit: integerParameter('Maximum number of items to return.', {
    minimum: 1,
    maximum: limitMaximum,
    default: limitDefault,
  }),
  offset: integerParameter('Number of items to skip; not beside a cursor.', { minimum: 0, default: 0 }),
  sort: listParameter(
    `Keys separated by commas, with "-" before a descending one. Keys: ${sorts.join(', ')}.`,
    sortExample,
  ),
  cursor: listParameter(
    'Position of the next page. Take it from `meta.nextCursor` or the header `Link: rel="next"`; do not construct one.',
    'WyItY3JlYXRlZEF0IiwiMjAyNi0wMy0wMVQwODozMDowMi4xMTVaIiwiMDE5OWEzYzQtNWQxZS03YzUyLTlhMGItM2Y2ZjJhMWM4ZTc3Il0',
    extension,
  ),
})
