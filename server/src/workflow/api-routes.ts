import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { WorkflowState } from '@tocsin/contract/api/directory.ts'
import { listOf } from '@tocsin/contract/api/list.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import { responses } from '../http/problems/responses.ts'
import { wholeListResponse } from '../http/lists/list-response.ts'
import { findStates } from './state-queries.ts'

export const workflowRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/workflow-states',
    {
      config: { scope: 'read', isCompressed: true },
      schema: {
        operationId: 'list-workflow-states',
        summary: 'List the workflow states',
        description:
          'Returns every state in the order of the workflow, each with the states that may follow it, on one page. ' +
          'The operation has no query parameters.',
        tags: ['Directory'],
        response: responses({ 200: listOf(ref(WorkflowState)) }, [400, 401, 500]),
      },
    },
    async (request) => wholeListResponse(request, await findStates(request.scope)),
  )
}
