import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { organizationCreated } from '@tocsin/contract/events/organization-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../database/new-id.ts'
import { publishConfiguration } from '../configuration/publish.ts'
import { recordEvent } from '../events/record.ts'
import { OrganizationScope } from '../scope.ts'
import type { Service } from '../service.ts'
import { setUpWorkflow } from '../workflow/set-up.ts'
import { insertOrganization } from './queries.ts'

/**
 * Creates an organization that is ready to use. It has the system users, a workflow (Open, In progress, Resolved,
 * Closed) and a published creation configuration.
 * @param configuration content of the first revision. Defaults to a single profile that requires only the name of an
 *   incident.
 * @returns a scope of the new organization in which its system user "Operator" acts.
 */
export function createOrganization(
  service: Service,
  name: string,
  configuration: ConfigurationContent = simplestConfiguration(newId()),
): Promise<OrganizationScope> {
  const organizationId = newId()
  const operatorId = newId()
  const outer = new OrganizationScope(organizationId, operatorId, service)
  return outer.transaction(async (scope) => {
    await insertOrganization(scope, name)
    await recordEvent(scope, organizationCreated({ name }))
    await setUpWorkflow(scope)
    await publishConfiguration(scope, configuration)
    return outer
  })
}

const simplestConfiguration = (profileId: Uuid): ConfigurationContent => ({
  types: [],
  categories: [],
  profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
  defaultProfileId: profileId,
})
