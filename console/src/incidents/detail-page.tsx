import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DeferKeys } from '../keyboard/defer-keys.tsx'
import { OpenIncident } from './detail/open-incident.tsx'
import { incidentQuery } from './queries.ts'

/** Page of one incident. Keys typed while the incident loads act on the incident. */
export function IncidentPage() {
  const { incidentId } = useParams({ from: '/staff/incidents/$incidentId' })
  const { data, isError } = useQuery(incidentQuery(incidentId))
  return (
    <>
      <OpenIncident id={incidentId} />
      {!data && <DeferKeys key={incidentId} hasFailed={isError} />}
    </>
  )
}
