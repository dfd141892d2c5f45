import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { newId } from '../../server/src/database/new-id.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { createIncident } from '../../server/src/incidents/create/create.ts'
import { createOrganization } from '../../server/src/organizations/create.ts'
import { auditorScope } from '../../server/src/organizations/queries.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import type { Service } from '../../server/src/service.ts'

export const hospitalName = 'St. Agnes Hospital'

/** Creates a second, small organization, so that users can see that its API key cannot read the data of the shops. */
export async function prepareHospital(service: Service): Promise<OrganizationScope> {
  const { configuration, typeId, categoryId } = hospitalConfiguration()
  const operator = await createOrganization(service, hospitalName, configuration)
  const ward = await addLocation(operator, { name: 'Ward 3 East', externalId: 'W3E' })
  const theatre = await addLocation(operator, { name: 'Operating theatre 2', externalId: 'OT2' })
  const lift = await addPoint(operator, { locationId: ward.id, name: 'Bed lift' })
  await addUser(operator, { name: 'Ruth Adeyemi', email: 'ruth.adeyemi@example.org', role: 'administrator' })

  const auditor = await auditorScope(operator)
  const bodies = [
    { name: 'Infusion pump alarms without cause', locationId: ward.id, typeId, categoryId, priority: 'MAJOR' as const },
    { name: 'Bed lift stops between floors', locationId: ward.id, pointId: lift.id, tags: ['lift'] },
    { name: 'Theatre light flickers', locationId: theatre.id, priority: 'CRITICAL' as const },
  ]
  for (const body of bodies) await createIncident(auditor, { clientRequestId: randomUUID(), ...body })
  return operator
}

function hospitalConfiguration() {
  const typeId = newId()
  const categoryId = newId()
  const profileId = newId()
  const configuration: ConfigurationContent = {
    types: [{ id: typeId, name: 'Medical device', active: true, profileId: null }],
    categories: [{ id: categoryId, typeId, name: 'False alarm', active: true }],
    profiles: [{ id: profileId, name: 'Report', fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  }
  return { configuration, typeId, categoryId }
}
