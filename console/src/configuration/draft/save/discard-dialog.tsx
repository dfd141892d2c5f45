import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isProblem } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { EditedDraft } from '../model/edited-draft.ts'

const texts = configurationDraftTexts.discard

/**
 * Dialog that discards the draft after the user has confirmed. If another user has saved a newer version of the draft
 * since the dialog opened, the dialog discards nothing. It closes and reloads the draft, so that this user first sees
 * the newer version.
 */
export function DiscardDialog({ draft, onClose }: { draft: EditedDraft; onClose: () => void }) {
  const navigate = useNavigate()
  const [{ version }] = useState(() => draft.state().saved)
  const discard = useMutation({
    mutationFn: () => call('DELETE', '/configuration/draft', { headers: { 'if-match': `"${version}"` } }),
    async onSuccess() {
      draft.end()
      await navigate({ to: '/configuration' })
      notifications.show({ message: texts.done })
    },
    onError: (error) => {
      if (isProblem(error, 'configuration_draft_changed')) return lookAgain()
    },
  })

  async function lookAgain(): Promise<void> {
    onClose()
    notifications.show({ color: 'orange', message: texts.changedMeanwhile, autoClose: 10_000 })
    await draft.refresh().catch((error: Error) => showProblem(configurationDraftTexts.refreshFailed, error))
  }

  return (
    <ConfirmDialog
      title={texts.title}
      cancel={texts.cancel}
      confirm={texts.confirm}
      isPending={discard.isPending}
      onConfirm={() => discard.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{texts.explanation}</Text>
      <ProblemAlert title={texts.failed} error={discard.error} />
    </ConfirmDialog>
  )
}
