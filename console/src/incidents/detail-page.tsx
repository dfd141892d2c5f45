import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DeferKeys } from '../keyboard/defer-keys.tsx'
import { OpenIncident } from './detail/open-incident.tsx'
import { incidentQuery } from './queries.ts'

/** Page of one incident. Shortcut keys pressed while the incident loads take effect after it is loaded. */
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
