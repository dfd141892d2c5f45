import Type, { type Static, type TSchema } from 'typebox'
import { nullable, oneOf, ref } from '../scalars.ts'

/** Filter of a list as the server applied it: a field, an operator and the values to compare with. */
export const ListFilter = Type.Object(
  {
    field: Type.String(),
    operator: oneOf(['in', 'contains', 'gte', 'lte']),
    values: Type.Array(Type.String()),
  },
  { $id: 'ListFilter', additionalProperties: false },
)
export type ListFilter = Static<typeof ListFilter>

export const ListMeta = Type.Object(
  {
    offset: Type.Integer({ description: 'Items skipped; 0 on a page read with a cursor.' }),
    limit: Type.Integer({ description: 'Maximum items returned.' }),
    count: Type.Integer({ description: 'Number of items in data.' }),
    sort: nullable(Type.String({ description: 'Sort as applied; null when none was requested.' })),
    filter: Type.Array(ref(ListFilter)),
    nextCursor: nullable(
      Type.String({ description: 'Value of the parameter `cursor` for the next page; null on the last page.' }),
    ),
  },
  { $id: 'ListMeta', additionalProperties: false },
)
export type ListMeta = Static<typeof ListMeta>

/**
 * Returns the schema of a list response: `data` has the items of one page, `meta` describes the page.
 * @see docs/contract.md#2.5
 */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), meta: ref(ListMeta) }, { additionalProperties: false })
