import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Location, Point, User } from '@tocsin/contract/directory.ts'
import { listOf } from '@tocsin/contract/list.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { answers } from '../http/answers.ts'
import { answerPage, refuseFaults } from '../http/list-answer.ts'
import { listParameter, pagingParameters } from '../http/list-parameters.ts'
import { readListQuery } from '../http/list-query.ts'
import { directoryListShape, listLocations, listPoints, listUsers, pointListShape } from './list.ts'

const tags = ['Directory']
const listAnswers = [400, 401, 500] as const

const parameters = {
  ...pagingParameters(Object.keys(directoryListShape.sorts), '-name'),
  q: listParameter('Case-insensitive search for a part of the name.'),
  archived: listParameter('true: only archived ones; false: only those in use; absent: both.', 'false'),
}

const conventions =
  'Sorted by name unless `sort` says otherwise. A query that breaks a rule is a 400. `Link: rel="next"` leads to the ' +
  'next page.'

export const directoryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/locations',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'list-locations',
        summary: 'List the Locations',
        description: `Where Incidents happen. ${conventions}`,
        tags,
        querystring: Type.Object(parameters),
        response: answers({ 200: listOf(ref(Location)) }, [...listAnswers]),
      },
    },
    async (request, reply) => {
      const query = readListQuery(directoryListShape, request.query)
      refuseFaults(query)
      return answerPage(request, reply, query, await listLocations(request.scope, query))
    },
  )

  app.get(
    '/points',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'list-points',
        summary: 'List the Points',
        description: `Places within a Location. ${conventions}`,
        tags,
        querystring: Type.Object({ ...parameters, locationId: listParameter('Location identifiers.') }),
        response: answers({ 200: listOf(ref(Point)) }, [...listAnswers]),
      },
    },
    async (request, reply) => {
      const query = readListQuery(pointListShape, request.query)
      refuseFaults(query)
      return answerPage(request, reply, query, await listPoints(request.scope, query))
    },
  )

  app.get(
    '/users',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'list-users',
        summary: 'List the users',
        description:
          'Staff, to whom Incidents are assigned, and the system users to whom is attributed what API keys and the ' +
          `operator do. ${conventions}`,
        tags,
        querystring: Type.Object(parameters),
        response: answers({ 200: listOf(ref(User)) }, [...listAnswers]),
      },
    },
    async (request, reply) => {
      const query = readListQuery(directoryListShape, request.query)
      refuseFaults(query)
      return answerPage(request, reply, query, await listUsers(request.scope, query))
    },
  )
}
