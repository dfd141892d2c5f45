import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { use } from 'react'
import { incidentTexts } from '../../../texts/incidents.ts'
import { fromOrigin } from '../../origin/origin.ts'
import { OpeningContext } from './opening-context.ts'

/** Link to an incident. Informs the list through `OpeningContext` when the user opens the incident. */
export function NameLink({ incident }: { incident: IncidentResponse }) {
  const onOpen = use(OpeningContext)
  return (
    <Link
      to="/incidents/$incidentId"
      params={{ incidentId: incident.id }}
      state={fromOrigin}
      tabIndex={-1}
      preload={false}
      data-unnamed={!incident.name || undefined}
      onClick={() => onOpen(incident.id)}
    >
      {incidentTexts.nameOf(incident)}
    </Link>
  )
}
