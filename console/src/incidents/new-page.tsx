import { useQuery } from '@tanstack/react-query'
import { configurationRevisionQuery, currentConfigurationQuery } from '../configuration/queries.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { DeferKeys } from '../keyboard/defer-keys.tsx'
import { useSession } from '../sessions/session.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { ReportForm } from './report/report-form.tsx'
import { useReportDraft } from './report/use-report-draft.ts'

/** Interval in milliseconds between checks for a new configuration revision. */
const askAgainMs = 60_000

/**
 * Page to report an incident. The form uses the configuration revision with which the user started the draft. Without a
 * draft, it uses the current revision.
 */
export function NewIncidentPage() {
  const { user } = useSession()
  const draft = useReportDraft(user.id)
  const current = useQuery({ ...currentConfigurationQuery, staleTime: 0, refetchInterval: askAgainMs })
  const begunWith = useQuery({
    ...configurationRevisionQuery(draft.revision ?? 1),
    enabled: draft.revision !== undefined && current.data !== undefined,
    // If the draft uses the current revision, reuse the revision that is already loaded. Loading it a second time would
    // unmount the form and lose chosen photos.
    initialData: current.data?.revision === draft.revision ? current.data : undefined,
  })
  // Use the current revision if the draft's revision cannot be loaded.
  const isBegun = draft.revision !== undefined && !begunWith.isLoadingError
  const configuration = current.data && (isBegun ? begunWith.data : current.data)
  return (
    <>
      <PageHeader title={incidentTexts.create.title} />
      {configuration && current.data ? (
        <ReportForm draft={draft} configuration={configuration} current={current.data} />
      ) : (
        <>
          {!current.isError && <DeferKeys />}
          <LoadState queries={[current, begunWith]} skeleton={<RowsSkeleton rows={6} heightPx={72} />} />
        </>
      )}
    </>
  )
}
