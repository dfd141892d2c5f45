import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '@tocsin/contract/scalars.ts'
import { Session, SetUp, SetUpState } from '@tocsin/contract/console/session.ts'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { beginSession, guardVisitors, visitorOf, type SignInContext } from '../sessions/sign-in-context.ts'
import { isSetUpOpen, setUp } from './set-up.ts'

/**
 * Operations that set up a server that has no organization yet. They need no session. The operation `set-up` needs a
 * code that the server has logged.
 */
export const setUpRoutes =
  (context: SignInContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { service } = context
    guardVisitors(app)

    app.get(
      '/set-up',
      {
        schema: {
          operationId: 'get-set-up',
          summary: 'Read whether the server still needs its first organization',
          response: responses({ 200: ref(SetUpState) }, [500]),
        },
      },
      async () => ({ open: await isSetUpOpen(service.database) }),
    )

    app.post(
      '/set-up',
      {
        schema: {
          operationId: 'set-up',
          summary: 'Create the first organization and its administrator, and sign in',
          body: ref(SetUp),
          response: responses(
            { 201: ref(Session) },
            [400, 403, 409, 500],
            ['set_up_closed', 'set_up_code_wrong', 'sign_in_locked', 'csrf_token_invalid', ...bodyCodes],
          ),
        },
      },
      async (request, reply) =>
        beginSession(
          context,
          request,
          reply.code(201),
          await setUp(service, request.body, visitorOf(context, request)),
        ),
    )
  }
