import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import Type from 'typebox'

/** Documents one query parameter. Queries are not checked by schema: `readListQuery` reads them and names the faults. */
export const listParameter = (description: string, example?: string) =>
  Type.Optional(Type.String({ description, ...(example !== undefined && { examples: [example] }) }))

export const pagingParameters = (sorts: readonly string[], sortExample: string) => ({
  limit: listParameter(`Maximum number of items to return: 1 to ${limitMaximum}, ${limitDefault} unless given.`, '50'),
  offset: listParameter('Number of items to skip.', '0'),
  sort: listParameter(
    `Keys separated by commas, with "-" before a descending one. Keys: ${sorts.join(', ')}.`,
    sortExample,
  ),
  cursor: listParameter(
    'Where the next page begins. Take it from the header `Link: rel="next"`; do not construct one.',
  ),
})
