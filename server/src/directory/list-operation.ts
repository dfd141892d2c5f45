import { listOf } from '@tocsin/contract/api/list.ts'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Page } from '../database/paging/keyset.ts'
import { responses } from '../http/problems/responses.ts'
import { pageResponse, readStrictly } from '../http/lists/list-response.ts'
import { listParameter, pagingParameters } from '../http/lists/list-parameters.ts'
import type { ListQuery, ListShape } from '../http/lists/list-query.ts'
import type { OrganizationScope } from '../scope.ts'
import { directoryListShape, type SortName } from './list.ts'

interface ListOperation<FilterName extends string, Item> {
  config: FastifyContextConfig
  operationId: string
  summary: string
  description: string
  tags?: string[]
  item: TSchema
  shape: ListShape<SortName, FilterName>
  /** Query parameters of this list, besides those that every list of the directory has. */
  parameters?: Record<string, TSchema>
  list: (scope: OrganizationScope, query: ListQuery<SortName, FilterName>) => Promise<Page<Item>>
}

const everyParameter = {
  ...pagingParameters(Object.keys(directoryListShape.sorts), '-name'),
  q: listParameter('Case-insensitive search for a part of the name.', 'freezer'),
  archived: listParameter('true: only archived entries; false: only the others; absent: both.', 'false'),
}

/** Query parameters that only the lists of points have. */
export const pointParameters = {
  id: listParameter('Point identifiers.', '0199a3c1-2d3e-7f4a-9b5c-6d7e8f9a0b12'),
  locationId: listParameter('Location identifiers.', '0199a3c1-1c2d-7e3f-8a4b-5c6d7e8f9a01'),
}

const conventions =
  'The default order is by name. An invalid query is answered with 400. `Link: rel="next"` leads to the next page.'

/** Adds to the API an operation that lists locations, points or users, one page per request. */
export function addListOperation<FilterName extends string, Item>(
  app: FastifyInstance,
  path: string,
  { config, item, shape, parameters, list, description, ...documentation }: ListOperation<FilterName, Item>,
): void {
  app.get(
    path,
    {
      config: { ...config, isCompressed: true },
      schema: {
        ...documentation,
        description: `${description} ${conventions}`,
        querystring: Type.Object({ ...everyParameter, ...parameters }),
        response: responses({ 200: listOf(item) }, [400, 401, ...(config.role ? [403 as const] : []), 500]),
      },
    },
    async (request, reply) => {
      const query = readStrictly(shape, request.query)
      return pageResponse(request, reply, query, await list(request.scope, query))
    },
  )
}
