import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PublishDraft, SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { ConfigurationChanges } from '@tocsin/contract/console/configuration-history.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { draftDifference } from '../difference.ts'
import { discardDraft } from './discard.ts'
import { publishDraft } from './publish.ts'
import { readDraft } from './read.ts'
import { saveDraft } from './save.ts'

const config = { role: 'administrator' } as const

/**
 * Header `If-Match` with the version of the draft as a strong entity tag. The version is not sent in the body, because
 * some proxies drop the body of a DELETE.
 */
const IfMatch = Type.String({ pattern: '^"[0-9]+"$' })

/** Operations on the draft of the next revision. Each organization has a single draft. */
export const configurationDraftRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/configuration/draft',
    {
      config,
      schema: {
        operationId: 'get-configuration-draft',
        summary: 'Read the draft of the next revision',
        response: responses({ 200: SavedDraft }, [401, 403, 500]),
      },
    },
    async (request) => readDraft(request.scope),
  )

  app.put(
    '/configuration/draft',
    {
      config: { ...config, takesBodyAsSent: true },
      schema: {
        operationId: 'save-configuration-draft',
        summary: 'Save the draft of the next revision, even if it cannot be published yet',
        body: SaveDraft,
        response: responses(
          { 200: SavedDraft },
          [400, 401, 403, 404, 409, 500],
          ['configuration_draft_changed', 'reference_not_found', ...bodyCodes],
        ),
      },
    },
    async (request) => saveDraft(request.scope, request.body),
  )

  app.delete(
    '/configuration/draft',
    {
      config,
      schema: {
        operationId: 'discard-configuration-draft',
        summary: 'Discard the draft',
        headers: Type.Object({ 'if-match': IfMatch }),
        response: responses({ 204: Type.Null() }, [400, 401, 403, 409, 500], ['configuration_draft_changed']),
      },
    },
    async (request, reply) => {
      await discardDraft(request.scope, Number(request.headers['if-match'].slice(1, -1)))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/configuration/draft/difference',
    {
      config,
      schema: {
        operationId: 'compare-configuration-draft',
        summary: 'Show what publishing the draft would change',
        response: responses({ 200: ConfigurationChanges }, [401, 403, 500]),
      },
    },
    async (request) => draftDifference(request.scope),
  )

  app.post(
    '/configuration/draft/publish',
    {
      config,
      schema: {
        operationId: 'publish-configuration-draft',
        summary: 'Publish the draft as the next revision',
        body: PublishDraft,
        response: responses(
          { 201: Type.Object({ revision: Type.Integer() }) },
          [400, 401, 403, 409, 500],
          ['configuration_draft_changed', 'configuration_draft_outdated', 'configuration_unchanged', ...bodyCodes],
        ),
      },
    },
    async (request, reply) => reply.code(201).send({ revision: await publishDraft(request.scope, request.body) }),
  )
}
