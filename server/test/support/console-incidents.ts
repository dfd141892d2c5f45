import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Call } from './caller.ts'
import type { SignedIn } from './console.ts'
import type { TestServer } from './harness.ts'

/** Creates an organization with a signed-in member. */
export async function newTenant(server: TestServer) {
  const organization = await server.newOrganization()
  return { ...organization, staff: await organization.signIn('member') }
}

/** Edits an incident as the console does: `If-Match` names the version of the incident that the user has seen. */
export const editIncident = (staff: SignedIn, { id, lastModifiedAt }: IncidentResponse, body: object) =>
  staff.call<IncidentResponse & { code?: string }>('PATCH', `/incidents/${id}`, {
    body,
    headers: { 'if-match': `"${lastModifiedAt}"` },
  })

export const readIncident = async (call: Call, id: string) =>
  (await call<IncidentResponse>('GET', `/incidents/${id}`)).body

/** Returns the ids of the workflow states, keyed by state name. */
export async function statesOf(call: Call): Promise<Record<string, string>> {
  const { body } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  return Object.fromEntries(body.data.map(({ name, id }) => [name, id]))
}
