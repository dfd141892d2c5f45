import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { answers } from '../http/answers.ts'
import { holdsAlready, tagOf } from '../http/entity-tag.ts'
import { Problem } from '../problem.ts'
import { currentConfiguration, publishedConfiguration } from './published.ts'

const tags = ['Configuration']

const headers = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The `ETag` of the revision that the caller already has.' }),
  ),
})

const unchanged = Type.Unsafe<void>({
  type: 'null',
  description: 'The caller already has this revision: `If-None-Match` names it.',
})

export const configurationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/creation-configurations/current',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'get-current-creation-configuration',
        summary: 'Read the current creation configuration',
        description:
          'The newest revision, with an `ETag`: ask again with `If-None-Match` to learn whether there is a newer one. ' +
          '`Content-Location` is the permanent address of this revision.',
        tags,
        headers,
        response: answers({ 200: ref(CreationConfiguration), 304: unchanged }, [401, 500]),
      },
    },
    async (request, reply) => {
      const configuration = await currentConfiguration(request.scope)
      void reply.header('content-location', `${app.prefix}/creation-configurations/${configuration.revision}`)
      describeCaching(reply, configuration, 'private, no-cache')
      return holdsAlready(request, reply) ? reply.code(304).send() : configuration
    },
  )

  app.get(
    '/creation-configurations/:revision',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'get-creation-configuration',
        summary: 'Read one revision of the creation configuration',
        description: 'A revision never changes, so it may be cached for ever. It can be read however old it is.',
        tags,
        params: Type.Object({
          revision: Type.String({ pattern: '^[1-9][0-9]*$', description: 'The number of the revision.' }),
        }),
        headers,
        response: answers(
          { 200: ref(CreationConfiguration), 304: unchanged },
          [400, 401, 404, 500],
          ['configuration_not_found'],
        ),
      },
    },
    async (request, reply) => {
      const configuration = await publishedConfiguration(request.scope, Number(request.params.revision))
      if (!configuration) throw new Problem('configuration_not_found')
      describeCaching(reply, configuration, 'private, max-age=31536000, immutable')
      return holdsAlready(request, reply) ? reply.code(304).send() : configuration
    },
  )
}

/** One address holds another configuration for each Organization, that is, for each key or session. */
const describeCaching = (reply: FastifyReply, configuration: CreationConfiguration, cacheControl: string) =>
  reply.headers({ etag: tagOf(configuration), 'cache-control': cacheControl, vary: 'x-api-key, cookie' })
