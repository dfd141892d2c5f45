import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import { addListOperation, pointParameters } from './list-operation.ts'
import { directoryListShape, listLocations, listPoints, listUsers, pointListShape } from './list.ts'

const tags = ['Directory']
const config = { scope: 'read' } as const

export const directoryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addListOperation(app, '/locations', {
    config,
    operationId: 'list-locations',
    summary: 'List the locations',
    description: 'Places where incidents happen.',
    tags,
    item: ref(Location),
    shape: directoryListShape,
    list: listLocations,
  })

  addListOperation(app, '/points', {
    config,
    operationId: 'list-points',
    summary: 'List the points',
    description: 'Places within a location.',
    tags,
    item: ref(Point),
    shape: pointListShape,
    parameters: pointParameters,
    list: listPoints,
  })

  addListOperation(app, '/users', {
    config,
    operationId: 'list-users',
    summary: 'List the users',
    description:
      'Returns staff, who can be assignees, and the two system users that represent the actions of API keys and of the ' +
      'operator.',
    tags,
    item: ref(User),
    shape: directoryListShape,
    list: listUsers,
  })
}
