import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ChangeWorkflow, Workflow } from '@tocsin/contract/console/workflow.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { changeWorkflow } from './change.ts'
import { findWorkflow } from './workflow-queries.ts'

/** Operations that read and replace the whole workflow. */
export const workflowConsoleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/workflow',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'get-workflow',
        summary: 'Read the workflow and how many incidents are in each state',
        response: responses({ 200: Workflow }, [401, 500]),
      },
    },
    async (request) => findWorkflow(request.scope),
  )

  app.put(
    '/workflow',
    {
      config: { role: 'administrator' },
      schema: {
        operationId: 'change-workflow',
        summary: 'Replace the workflow as a whole',
        body: ChangeWorkflow,
        response: responses(
          { 200: Workflow },
          [400, 401, 403, 409, 500],
          ['workflow_changed', 'workflow_state_in_use', ...bodyCodes],
        ),
      },
    },
    async (request) => changeWorkflow(request.scope, request.body),
  )
}
