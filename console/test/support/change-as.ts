import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { SignedIn } from '../../../server/test/support/console.ts'

/**
 * Changes fields of an incident as the given user. The header `If-Match` names the version of the incident that the
 * user has read.
 * @throws Error if the response is not 200
 */
export async function changeIncidentAs(
  { call }: SignedIn,
  { id, version }: IncidentResponse,
  body: Partial<CreateIncident>,
): Promise<void> {
  const response = await call('PATCH', `/incidents/${id}`, { body, headers: { 'if-match': `"${version}"` } })
  if (response.status !== 200) throw new Error(`the change answered ${JSON.stringify(response.body)}`)
}
