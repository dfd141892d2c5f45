import { useQuery } from '@tanstack/react-query'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { configurationTexts } from '../texts/configuration.ts'
import { BackLink } from './back-link.tsx'
import { DraftEditor } from './draft/draft-editor.tsx'
import { currentConfigurationQuery, draftQuery } from './queries.ts'

/** Page on which administrators edit the draft of the next configuration revision. */
export function DraftPage() {
  const draft = useQuery(draftQuery)
  const current = useQuery({ ...currentConfigurationQuery, staleTime: 0 })
  if (draft.data && current.data) return <DraftEditor loaded={draft.data} current={current.data} />
  return (
    <>
      <PageHeader above={<BackLink />} title={configurationTexts.draft.title} />
      <LoadState queries={[draft, current]} skeleton={<RowsSkeleton rows={8} heightPx={64} />} />
    </>
  )
}
