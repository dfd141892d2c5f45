import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { SignedIn } from '../../../server/test/support/console.ts'

/** Changes fields of an Incident as somebody else, who has seen it as it is given. */
export async function modifyAs(
  { call }: SignedIn,
  { id, lastModifiedAt }: IncidentResponse,
  body: Partial<CreateIncident>,
): Promise<void> {
  const answer = await call('PATCH', `/incidents/${id}`, { body, headers: { 'if-match': `"${lastModifiedAt}"` } })
  if (answer.status !== 200) throw new Error(`the change answered ${JSON.stringify(answer.body)}`)
}
