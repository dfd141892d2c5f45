import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { NotFoundPage } from '../kit/pages/not-found-page.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { incidentDetailTexts as texts } from '../texts/incident-detail.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { BackLink } from './detail/header/back-link.tsx'
import { IncidentView } from './detail/incident-view.tsx'
import { useLiveIncident } from './detail/use-live-incident.ts'
import { useOrigin } from './detail/use-origin.ts'
import { incidentQuery, isGone } from './queries.ts'

/** Page of one incident: fields, actions and timeline. Shows a not-found page if the incident does not exist. */
export function IncidentPage() {
  const { incidentId } = useParams({ from: '/staff/incidents/$incidentId' })
  useLiveIncident(incidentId)
  const reading = useQuery(incidentQuery(incidentId))
  const { data: incident, error } = reading
  // The key gives each incident its own component state, so that typed text never appears at another incident.
  if (incident && !isGone(error)) return <IncidentView key={incident.id} incident={incident} />
  if (isGone(error)) return <NotFoundPage explanation={incident ? texts.deletedMeanwhile : texts.gone} />
  return (
    <>
      <AwaitedHeader key={incidentId} id={incidentId} />
      <LoadState queries={[reading]} skeleton={<RowsSkeleton rows={6} heightPx={88} />} />
    </>
  )
}

function AwaitedHeader({ id }: { id: Uuid }) {
  const origin = useOrigin(id)
  return <PageHeader title={incidentTexts.detail.title} above={<BackLink origin={origin} />} />
}
