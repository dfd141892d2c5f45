import { useParams } from '@tanstack/react-router'
import { OpenIncident } from './detail/open-incident.tsx'

/** Page of one incident. */
export function IncidentPage() {
  const { incidentId } = useParams({ from: '/staff/incidents/$incidentId' })
  return <OpenIncident id={incidentId} />
}
