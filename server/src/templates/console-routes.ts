import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApplyTemplate } from '@tocsin/contract/console/first-steps.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { applyTemplate } from './apply.ts'

/** Operation that gives a new organization the report forms and the workflow of a template. */
export const templateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/organization/template',
    {
      config: { role: 'administrator' },
      schema: {
        operationId: 'apply-template',
        summary: 'Start with the report forms and the workflow of a template',
        body: ApplyTemplate,
        response: responses(
          { 204: Type.Null() },
          [400, 401, 403, 409, 500],
          ['already_configured', 'workflow_state_in_use', ...bodyCodes],
        ),
      },
    },
    async (request, reply) => {
      await applyTemplate(request.scope, request.body.template)
      return reply.code(204).send(null)
    },
  )
}
