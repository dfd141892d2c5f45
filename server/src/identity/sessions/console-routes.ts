import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '@tocsin/contract/scalars.ts'
import { ChangePassword, Session, SignIn } from '@tocsin/contract/console/session.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { sessionCookie } from '../../http/guards/session-cookie.ts'
import { changePassword } from './change-password.ts'
import { describeSession } from './describe.ts'
import { beginSession, guardVisitors, renewCookies, visitorOf, type SignInContext } from './sign-in-context.ts'
import { signIn } from './sign-in.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signOut } from './sign-out.ts'

/** Operation by which a visitor without a session signs in. */
export const signInRoutes =
  (context: SignInContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    guardVisitors(app)

    app.post(
      '/session',
      {
        schema: {
          operationId: 'sign-in',
          summary: 'Sign in',
          body: ref(SignIn),
          response: responses(
            { 200: ref(Session) },
            [400, 401, 403, 409, 500],
            ['sign_in_failed', 'sign_in_locked', 'organization_ambiguous', 'csrf_token_invalid', ...bodyCodes],
          ),
        },
      },
      async (request, reply) =>
        beginSession(context, request, reply, await signIn(context.service, request.body, visitorOf(context, request))),
    )
  }

const signedOut = { 204: Type.Null({ description: 'The session has ended, and the cookie is removed.' }) }

/** Operations of a signed-in user on their own sessions and password. */
export const sessionRoutes =
  ({ devices }: SignInContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/session',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'get-session',
          summary: 'Read who is signed in',
          response: responses({ 200: ref(Session) }, [401, 500], ['not_signed_in']),
        },
      },
      (request, reply) => {
        renewCookies(devices, request, reply)
        return describeSession(request.scope, request.session.csrfToken)
      },
    )

    app.delete(
      '/session',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'sign-out',
          summary: 'Sign out',
          response: responses(signedOut, [401, 403, 500], ['not_signed_in', 'csrf_token_invalid']),
        },
      },
      async (request, reply) => {
        await signOut(request.scope, request.session.id)
        sessionCookie.clear(request, reply)
        return reply.code(204).send(null)
      },
    )

    app.delete(
      '/sessions',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'sign-out-everywhere',
          summary: 'Sign out on every device',
          response: responses(signedOut, [401, 403, 500], ['not_signed_in', 'csrf_token_invalid']),
        },
      },
      async (request, reply) => {
        await signOutEverywhere(request.scope, request.session.userId)
        sessionCookie.clear(request, reply)
        return reply.code(204).send(null)
      },
    )

    app.put(
      '/session/password',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'change-password',
          summary: 'Change the password, and sign out on every other device',
          body: ref(ChangePassword),
          response: responses(
            { 204: Type.Null({ description: 'The password is changed; this session continues.' }) },
            [400, 401, 403, 500],
            ['current_password_wrong', 'sign_in_locked', 'not_signed_in', 'csrf_token_invalid', ...bodyCodes],
          ),
        },
      },
      async (request, reply) => {
        await changePassword(request.scope, request.session.id, request.body)
        return reply.code(204).send(null)
      },
    )
  }
