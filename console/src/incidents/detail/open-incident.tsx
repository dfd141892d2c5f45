import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { LoadState } from '../../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../../kit/feedback/skeletons.tsx'
import { NotFoundPage } from '../../kit/pages/not-found-page.tsx'
import { PageHeader } from '../../kit/pages/page-header.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { incidentQuery, isGone } from '../queries.ts'
import { useRememberRecent } from '../recent-incidents.ts'
import { BackLink } from './header/back-link.tsx'
import { IncidentView } from './incident-view.tsx'
import { useLiveIncident } from './use-live-incident.ts'
import { useOrigin } from './use-origin.ts'

/** One incident with its fields, actions and timeline. Shows “Not found” if the incident does not exist. */
export function OpenIncident({ id }: { id: Uuid }) {
  useLiveIncident(id)
  const reading = useQuery(incidentQuery(id))
  const { data: incident, error } = reading
  useRememberRecent(isGone(error) ? undefined : incident)
  // The key gives each incident its own component state, so that typed text never appears at another incident.
  if (incident && !isGone(error)) return <IncidentView key={incident.id} incident={incident} />
  if (isGone(error)) return <NotFoundPage explanation={incident ? texts.deletedMeanwhile : texts.gone} />
  return (
    <>
      <AwaitedHeader key={id} id={id} />
      <LoadState queries={[reading]} skeleton={<RowsSkeleton rows={6} heightPx={88} />} />
    </>
  )
}

function AwaitedHeader({ id }: { id: Uuid }) {
  const origin = useOrigin(id)
  return <PageHeader title={incidentTexts.detail.title} above={<BackLink origin={origin} />} />
}
