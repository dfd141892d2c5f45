import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.tsx'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { useRefreshIncident } from '../api/use-refresh-incident.ts'
import { mediaTexts as texts } from '../texts/media.ts'
import { DropArea } from './drop-area.tsx'
import { FileChoice } from './file-choice.tsx'
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx'
import { incidentMediaQuery } from './queries.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/** Files of an incident. Users can view, add and remove files here. */
export function Gallery({ incidentId, count }: { incidentId: Uuid; count: number }) {
  const media = useQuery(incidentMediaQuery(incidentId))
  const uploads = useUploads(incidentId)
  const [removing, setRemoving] = useState<AttachedMedia>()
  return (
    <DropArea onFiles={uploads.start}>
      <Stack gap="sm">
        <LoadState queries={[media]} skeleton={<MediaGridSkeleton count={count} />} />
        {(media.data?.length ?? count) === 0 && uploads.list.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        )}
        <MediaGrid media={media.data ?? []} label={texts.title} onRemove={setRemoving} />
        <UploadList uploads={uploads} />
        <FileChoice onFiles={uploads.start} withHint />
      </Stack>
      {removing && <DeleteDialog incidentId={incidentId} media={removing} onClose={() => setRemoving(undefined)} />}
    </DropArea>
  )
}

function DeleteDialog({ incidentId, media, onClose }: { incidentId: Uuid; media: AttachedMedia; onClose: () => void }) {
  const refresh = useRefreshIncident(incidentId)
  const deletion = useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}/media/${media.id}`),
    onError: (error) => showProblem(texts.removeFailed(media.fileName), error),
    onSettled: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      cancel={texts.removeCancel}
      confirm={texts.removeConfirm}
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {texts.removeExplanation(media.fileName)}
      </Text>
    </ConfirmDialog>
  )
}
