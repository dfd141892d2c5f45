import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ChangeOrganization, OrganizationSettings } from '@tocsin/contract/console/organization-settings.ts'
import { responses, bodyCodes } from '../http/problems/responses.ts'
import { changeSettings } from './settings.ts'

/** Operation that changes the settings of the organization. The console reads them as part of its session. */
export const organizationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.patch(
    '/organization',
    {
      config: { role: 'administrator' },
      schema: {
        operationId: 'change-organization',
        summary: 'Change the name, time zone and age thresholds of the organization',
        body: ChangeOrganization,
        response: responses({ 200: OrganizationSettings }, [400, 401, 403, 500], bodyCodes),
      },
    },
    (request) => changeSettings(request.scope, request.body),
  )
}
