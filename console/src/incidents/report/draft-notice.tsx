import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { isEmptyDraft } from './stored-draft.ts'
import type { ReportDraft } from './use-report-draft.ts'

const texts = incidentFormTexts.draft

/**
 * Button to discard the draft of a report, with a notice if the draft was restored. Renders nothing for an empty draft.
 */
export function DraftNotice({ draft, onDiscard }: { draft: ReportDraft; onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const discard = () => {
    setAsking(false)
    onDiscard()
  }
  if (isEmptyDraft(draft)) return null
  const button = (
    <Button size="xs" variant="default" onClick={() => setAsking(true)}>
      {texts.discard}
    </Button>
  )
  return (
    <>
      {draft.isRestored ? (
        <Alert variant="light">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{texts.restored}</Text>
            {button}
          </Group>
        </Alert>
      ) : (
        <Group justify="flex-end">{button}</Group>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.discardTitle}
          cancel={texts.cancel}
          confirm={texts.discard}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{texts.discardExplanation}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
