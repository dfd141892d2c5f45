import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { configurationRevisionQuery, currentConfigurationQuery } from '../configuration/queries.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { DeferKeys } from '../keyboard/defer-keys.tsx'
import { useSession } from '../sessions/session.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { ReportForm } from './report/report-form.tsx'
import { useStoredFiles } from './report/files/use-draft-files.ts'
import { usePrefill, type Prefill } from './report/use-prefill.ts'
import { useReportDraft } from './report/use-report-draft.ts'

/** Interval in milliseconds between checks for a new configuration revision. */
const askAgainMs = 60_000

const skeleton = <RowsSkeleton rows={6} heightPx={72} />

/** Page to report an incident. The URL may contain a location or a point, for example from a scanned QR code. */
export function NewIncidentPage() {
  const { user } = useSession()
  const prefill = usePrefill(user.id, useSearch({ from: '/staff/incidents/new' }))
  const current = useQuery({ ...currentConfigurationQuery, staleTime: 0, refetchInterval: askAgainMs })
  return (
    <>
      <PageHeader title={incidentTexts.create.title} />
      {current.data && prefill ? (
        <Report key={prefill.from} current={current.data} prefill={prefill} />
      ) : (
        <>
          <DeferKeys hasFailed={current.isError} />
          <LoadState queries={[current]} skeleton={skeleton} />
          {current.isSuccess && skeleton}
        </>
      )}
    </>
  )
}

/** Report form of the configuration revision of the user's draft; without a draft, of the current revision. */
function Report({ current, prefill }: { current: CreationConfiguration; prefill: Prefill }) {
  const { user } = useSession()
  const draft = useReportDraft(user.id, prefill)
  const storedFiles = useStoredFiles(user.id)
  const revision = draft.revision ?? current.revision
  const begunWith = useQuery({
    ...configurationRevisionQuery(revision),
    // Reuse the current revision, which is already loaded. Loading it a second time would unmount the form.
    ...(revision === current.revision && { initialData: current }),
  })
  // Use the current revision if the draft's revision cannot be loaded.
  const configuration = begunWith.isLoadingError ? current : begunWith.data
  if (configuration && storedFiles)
    return <ReportForm userId={user.id} {...{ draft, configuration, current, prefill, storedFiles }} />
  return (
    <>
      <DeferKeys />
      {skeleton}
    </>
  )
}
