import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../frame/page-header.tsx'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { RowsSkeleton } from '../frame/skeletons.tsx'
import { configurationTexts } from '../texts/configuration.ts'
import { BackLink } from './back-link.tsx'
import { DraftEditor } from './draft/draft-editor.tsx'
import { currentConfigurationQuery, draftQuery } from './queries.ts'

/** The draft of the next revision. */
export function DraftPage() {
  const draft = useQuery(draftQuery)
  const current = useQuery({ ...currentConfigurationQuery, staleTime: 0 })
  const error = draft.error ?? current.error
  if (draft.data && current.data) return <DraftEditor loaded={draft.data} current={current.data} />
  return (
    <>
      <PageHeader above={<BackLink />} title={configurationTexts.draft.title} />
      {error ? (
        <ProblemAlert error={error} onRetry={() => void Promise.all([draft.refetch(), current.refetch()])} />
      ) : (
        <RowsSkeleton rows={8} heightPx={64} />
      )}
    </>
  )
}
