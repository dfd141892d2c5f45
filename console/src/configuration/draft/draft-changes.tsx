import { Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../frame/problem-alert.tsx'
import { RowsSkeleton } from '../../frame/skeletons.tsx'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import { DifferenceView } from '../difference-view.tsx'
import { configurationRevisionQuery, draftDifferenceQuery } from '../queries.ts'
import { isUnsaved, type EditedState } from './edited-draft.ts'

const texts = configurationDraftTexts.changes

/** What publishing the saved draft would change, in words. */
export function DraftChanges({ state }: { state: EditedState }) {
  const { saved } = state
  const { data: current } = useQuery(configurationRevisionQuery(saved.currentRevision))
  const {
    data: changes,
    error,
    refetch,
  } = useQuery({
    ...draftDifferenceQuery(saved.version, saved.currentRevision),
    placeholderData: keepPreviousData,
  })
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap="sm">
      <Title order={2}>{texts.title(saved.currentRevision)}</Title>
      {isUnsaved(state) && (
        <Text size="sm" c="dimmed">
          {texts.pending}
        </Text>
      )}
      {changes && current ? (
        <DifferenceView changes={changes} before={current} after={saved.content} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </Stack>
  )
}
