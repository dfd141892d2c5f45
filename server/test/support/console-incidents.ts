import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { IncidentDetails } from '@tocsin/contract/api/incident-change.ts'
import type { Call } from './caller.ts'
import type { SignedIn } from './console.ts'
import type { TestServer } from './harness.ts'

/** Creates an organization with a signed-in member. */
export async function newTenant(server: TestServer) {
  const organization = await server.newOrganization()
  return { ...organization, staff: await organization.signIn('member') }
}

/** Edits an incident as the console does: `If-Match` names the version of the incident that the user has seen. */
export const editIncident = (staff: SignedIn, { id, version }: IncidentResponse, body: object) =>
  staff.call<IncidentResponse & { code?: string }>('PATCH', `/incidents/${id}`, {
    body,
    headers: { 'if-match': `"${version}"` },
  })

/** Reads an incident, without the states to which it can move. */
export async function readIncident(call: Call, id: string): Promise<IncidentResponse> {
  const { nextStates: _nextStates, ...incident } = (await call<IncidentDetails>('GET', `/incidents/${id}`)).body
  return incident
}

/** Returns the ids of the workflow states, keyed by state name. */
export async function statesOf(call: Call): Promise<Record<string, string>> {
  const { body } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  return Object.fromEntries(body.data.map(({ name, id }) => [name, id]))
}
