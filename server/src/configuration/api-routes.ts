import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { responses } from '../http/problems/responses.ts'
import { tagOf } from '../http/responses/entity-tag.ts'
import { isNotModified } from '../http/responses/preconditions.ts'
import { Problem } from '../problem.ts'
import { currentConfiguration, publishedConfiguration } from './published.ts'

const tags = ['Configuration']

const headers = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: '`ETag` of the revision that the caller wants. A different revision is answered with 412.',
      examples: ['*'],
    }),
  ),
  'if-none-match': Type.Optional(
    Type.String({ description: '`ETag` of the revision that the caller already has.', examples: ['"3"'] }),
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
          'Returns the newest revision with its `ETag`. Send that in `If-None-Match` to learn if a newer revision exists. ' +
          '`Content-Location` is the permanent address of this revision.',
        tags,
        headers,
        response: responses(
          { 200: ref(CreationConfiguration), 304: unchanged },
          [401, 412, 500],
          ['precondition_failed'],
        ),
      },
    },
    async (request, reply) => {
      const configuration = await currentConfiguration(request.scope)
      return answerUnlessUnchanged(request, reply, configuration, {
        'cache-control': 'private, no-cache',
        'content-location': `${app.prefix}/creation-configurations/${configuration.revision}`,
      })
    },
  )

  app.get(
    '/creation-configurations/:revision',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'get-creation-configuration',
        summary: 'Read one revision of the creation configuration',
        description: 'A revision never changes and stays readable at any age, so clients may cache it for ever.',
        tags,
        params: Type.Object({
          revision: Type.String({ pattern: '^[1-9][0-9]*$', description: 'Number of the revision.', examples: ['1'] }),
        }),
        headers,
        response: responses(
          { 200: ref(CreationConfiguration), 304: unchanged },
          [400, 401, 404, 412, 500],
          ['configuration_not_found', 'precondition_failed'],
        ),
      },
    },
    async (request, reply) => {
      const configuration = await publishedConfiguration(request.scope, Number(request.params.revision))
      if (!configuration) throw new Problem('configuration_not_found')
      return answerUnlessUnchanged(request, reply, configuration, {
        'cache-control': 'private, max-age=31536000, immutable',
      })
    },
  )
}

function answerUnlessUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: CreationConfiguration,
  caching: Record<string, string>,
) {
  const etag = tagOf(configuration)
  const isUnchanged = isNotModified(request, { etag })
  // Add Vary, because the configuration at this URL depends on the organization of the API key or session.
  void reply.headers({ ...caching, etag, vary: 'x-api-key, cookie' })
  return isUnchanged ? reply.code(304).send() : configuration
}
