import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { useRememberPlace } from './place.ts'

/** Leads to the Incident; the list remembers which one it was. */
export function NameLink({ incident }: { incident: IncidentResponse }) {
  const remember = useRememberPlace()
  return (
    <Link
      to="/incidents/$incidentId"
      params={{ incidentId: incident.id }}
      tabIndex={-1}
      preload={false}
      title={incident.name ?? undefined}
      data-unnamed={!incident.name || undefined}
      onClick={() => remember(incident.id)}
    >
      {incident.name || incidentTexts.withoutName}
    </Link>
  )
}
