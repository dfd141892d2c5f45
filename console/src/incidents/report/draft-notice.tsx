import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { incidentFormTexts } from '../../texts/incident-form.ts'

const texts = incidentFormTexts.draft

/** Notice that the form shows a draft that the browser has stored. */
export const RestoredNotice = () => (
  <Alert variant="light">
    <Text size="sm">{texts.restored}</Text>
  </Alert>
)

interface DiscardButtonProps {
  /** True if there is nothing to discard. The button is then invisible, but keeps its place so that nothing moves. */
  isHidden: boolean
  onDiscard: () => void
}

/** Button that discards the draft of a report after the user has confirmed. */
export function DiscardButton({ isHidden, onDiscard }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const discard = () => {
    setAsking(false)
    onDiscard()
  }
  return (
    <>
      <Button variant="default" style={{ visibility: isHidden ? 'hidden' : 'visible' }} onClick={() => setAsking(true)}>
        {texts.discard}
      </Button>
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
