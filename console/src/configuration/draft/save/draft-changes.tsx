import { Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LoadState } from '../../../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../../../kit/feedback/skeletons.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { DifferenceView } from '../../difference-view.tsx'
import { configurationRevisionQuery, draftDifferenceQuery } from '../../queries.ts'
import { isUnsaved, type EditedState } from '../model/edited-draft.ts'

const texts = configurationDraftTexts.changes

/** Lists the changes that publishing the saved draft would make. */
export function DraftChanges({ state }: { state: EditedState }) {
  const { saved } = state
  const current = useQuery(configurationRevisionQuery(saved.currentRevision))
  const changes = useQuery({
    ...draftDifferenceQuery(saved.version, saved.currentRevision),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <Title order={2}>{texts.title(saved.currentRevision)}</Title>
      {isUnsaved(state) && (
        <Text size="sm" c="dimmed">
          {texts.pending}
        </Text>
      )}
      <LoadState queries={[changes, current]} skeleton={<RowsSkeleton rows={4} />} />
      {changes.data && current.data && (
        <DifferenceView changes={changes.data} before={current.data} after={saved.content} />
      )}
    </Stack>
  )
}
