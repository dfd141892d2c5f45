import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AddUser,
  ChangeUser,
  CountedStaffUser,
  ResetPassword,
  StaffUser,
} from '@tocsin/contract/console/directory-administration.ts'
import { Uuid } from '@tocsin/contract/scalars.ts'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { setPassword } from '../../identity/sessions/set-password.ts'
import { addUser } from './add.ts'
import { addArchiving } from '../archive-operations.ts'
import { archiveUser, restoreUser } from '../archive.ts'
import { changeUser } from './change.ts'
import { listStaff } from '../counted-queries.ts'
import { addListOperation } from '../list-operation.ts'
import { directoryListShape } from '../list.ts'

const config = { role: 'administrator' } as const
const params = Type.Object({ id: Uuid })

/** Operations with which administrators manage users in the console. */
export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addListOperation(app, '/directory/users', {
    config,
    operationId: 'list-staff',
    summary: 'List the staff with their email addresses and roles',
    description: 'Each user has the number of incidents assigned to them. System users are left out.',
    item: CountedStaffUser,
    shape: directoryListShape,
    list: listStaff,
  })

  app.post(
    '/users',
    {
      config,
      schema: {
        operationId: 'add-user',
        summary: 'Add a member of staff',
        body: AddUser,
        response: responses({ 201: StaffUser }, [400, 401, 403, 500], ['email_taken', ...bodyCodes]),
      },
    },
    async (request, reply) => {
      const { name, email, role, password } = request.body
      const id = await addUser(request.scope, request.body)
      return reply.code(201).send({ id, name, email, role, archived: false, canSignIn: password !== undefined })
    },
  )

  app.patch(
    '/users/:id',
    {
      config,
      schema: {
        operationId: 'change-user',
        summary: 'Change the name, email or role of a member of staff',
        params,
        body: ChangeUser,
        response: responses(
          { 200: StaffUser },
          [400, 401, 403, 404, 409, 500],
          ['email_taken', 'reference_not_found', 'last_administrator', ...bodyCodes],
        ),
      },
    },
    async (request) => changeUser(request.scope, request.params.id, request.body),
  )

  app.put(
    '/users/:id/password',
    {
      config,
      schema: {
        operationId: 'reset-password',
        summary: 'Give a member of staff a new password, and sign them out everywhere',
        params,
        body: ResetPassword,
        response: responses({ 204: Type.Null() }, [400, 401, 403, 404, 500], ['reference_not_found', ...bodyCodes]),
      },
    },
    async (request, reply) => {
      await setPassword(request.scope, request.params.id, request.body.password)
      return reply.code(204).send(null)
    },
  )

  addArchiving(app, '/users', { kind: 'user', archive: archiveUser, restore: restoreUser })
}
