import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AddLocation,
  AddPoint,
  ChangeLocation,
  ChangePoint,
  CountedLocation,
  CountedPoint,
} from '@tocsin/contract/console/directory-administration.ts'
import { Location, Point } from '@tocsin/contract/api/directory.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { addLocation } from './add-location.ts'
import { addPoint } from './add-point.ts'
import { addArchiving } from './archive-operations.ts'
import { archiveLocation, archivePoint, restoreLocation, restorePoint } from './archive.ts'
import { changeLocation } from './change-location.ts'
import { changePoint } from './change-point.ts'
import { listCountedLocations, listCountedPoints } from './counted-queries.ts'
import { addListOperation, pointParameters } from './list-operation.ts'
import { directoryListShape, pointListShape } from './list.ts'

const config = { role: 'administrator' } as const
const params = Type.Object({ id: Uuid })

/** Operations with which administrators manage locations in the console. */
export const locationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addListOperation(app, '/directory/locations', {
    config,
    operationId: 'list-counted-locations',
    summary: 'List the locations with their counts',
    description: 'Each location has the number of its incidents and of its points that are not archived.',
    item: CountedLocation,
    shape: directoryListShape,
    list: listCountedLocations,
  })

  app.post(
    '/locations',
    {
      config,
      schema: {
        operationId: 'add-location',
        summary: 'Add a location',
        body: AddLocation,
        response: responses({ 201: ref(Location) }, [400, 401, 403, 500], bodyCodes),
      },
    },
    async (request, reply) => reply.code(201).send(await addLocation(request.scope, request.body)),
  )

  app.patch(
    '/locations/:id',
    {
      config,
      schema: {
        operationId: 'change-location',
        summary: 'Rename a location, or change its external id',
        params,
        body: ChangeLocation,
        response: responses({ 200: ref(Location) }, [400, 401, 403, 404, 500], ['reference_not_found', ...bodyCodes]),
      },
    },
    async (request) => changeLocation(request.scope, request.params.id, request.body),
  )

  addArchiving(app, '/locations', { kind: 'location', archive: archiveLocation, restore: restoreLocation })
}

/** Operations with which administrators manage points in the console. */
export const pointRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addListOperation(app, '/directory/points', {
    config,
    operationId: 'list-counted-points',
    summary: 'List the points with their counts',
    description: 'Each point has the number of its incidents.',
    item: CountedPoint,
    shape: pointListShape,
    parameters: pointParameters,
    list: listCountedPoints,
  })

  app.post(
    '/points',
    {
      config,
      schema: {
        operationId: 'add-point',
        summary: 'Add a point to a location',
        body: AddPoint,
        response: responses({ 201: ref(Point) }, [400, 401, 403, 404, 500], ['reference_not_found', ...bodyCodes]),
      },
    },
    async (request, reply) => reply.code(201).send(await addPoint(request.scope, request.body)),
  )

  app.patch(
    '/points/:id',
    {
      config,
      schema: {
        operationId: 'change-point',
        summary: 'Rename a point',
        params,
        body: ChangePoint,
        response: responses({ 200: ref(Point) }, [400, 401, 403, 404, 500], ['reference_not_found', ...bodyCodes]),
      },
    },
    async (request) => changePoint(request.scope, request.params.id, request.body),
  )

  addArchiving(app, '/points', { kind: 'point', archive: archivePoint, restore: restorePoint })
}
