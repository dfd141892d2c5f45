import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PublishDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { ApiProblem, isProblem } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../kit/dialogs/dialog.tsx'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { draftDifferenceQuery } from '../../queries.ts'
import { DraftChanges } from './draft-changes.tsx'
import type { EditedDraft, EditedState } from '../model/edited-draft.ts'
import { OutdatedAlert } from './outdated-alert.tsx'

const texts = configurationDraftTexts.publish

interface PublishDialogProps {
  draft: EditedDraft
  state: EditedState
  onClose: () => void
}

/**
 * Dialog that shows the changes in the draft and publishes exactly this version of the draft. If the server has a newer
 * version from another user, nothing is published. The dialog closes, so that this user sees the newer version first.
 */
export function PublishDialog({ draft, state, onClose }: PublishDialogProps) {
  const { saved } = state
  const isOutdated = state.basedOnRevision < saved.currentRevision
  const publish = usePublish(draft, onClose)
  const { isPending: isComparing } = useQuery(draftDifferenceQuery(saved.version, saved.currentRevision))
  const confirm = () =>
    publish.mutate({ version: saved.version, ...(isOutdated && { replacesRevision: saved.currentRevision }) })

  return (
    <Dialog onClose={onClose} title={texts.title(saved.currentRevision + 1)} size="lg">
      <Stack>
        <Text size="sm">{texts.explanation(saved.currentRevision)}</Text>
        <OutdatedAlert draft={draft} state={state} />
        {isProblem(publish.error, 'configuration_unchanged') && <Alert>{texts.unchanged}</Alert>}
        <DraftChanges state={state} />
        {!isKnown(publish.error) && <ProblemAlert title={texts.failed} error={publish.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button loading={publish.isPending} disabled={isComparing || state.isSaving} onClick={confirm}>
            {isOutdated ? texts.anyway(saved.currentRevision) : texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function usePublish(draft: EditedDraft, onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: PublishDraft) => call<{ revision: number }>('POST', '/configuration/draft/publish', { body }),
    async onSuccess({ revision }) {
      draft.end()
      await navigate({ to: '/configuration' })
      void queryClient.invalidateQueries({ queryKey: ['configuration'] })
      notifications.show({ message: texts.done(revision) })
    },
    onError: (error) => {
      if (error instanceof ApiProblem) return handleRejection(error)
    },
  })

  /**
   * Reads the draft again after the server rejected the publication. If another user changed the draft, closes the
   * dialog, so that the editor shows the new version.
   */
  async function handleRejection({ code }: ApiProblem): Promise<void> {
    await draft.refresh().catch((error: Error) => showProblem(configurationDraftTexts.refreshFailed, error))
    if (code !== 'configuration_draft_changed') return
    onClose()
    notifications.show({ color: 'orange', message: texts.changedMeanwhile, autoClose: 10_000 })
  }
}

/** Returns true if this dialog has its own text for the error, so that no `ProblemAlert` is needed. */
const isKnown = (error: Error | null): boolean =>
  isProblem(error, 'configuration_unchanged', 'configuration_draft_outdated')
