import { Text } from '@mantine/core'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { ConfirmDialog } from '../../../kit/dialogs/confirm-dialog.tsx'
import { incidentListTexts } from '../../../texts/incident-list.ts'

const texts = incidentListTexts.bulk

interface DeleteDialogProps {
  /** Number of incidents to delete. */
  count: IncidentCount
  onConfirm: () => void
  onClose: () => void
}

/** Dialog that asks before the selected incidents are deleted. */
export const DeleteDialog = ({ count: { count, hasMore }, onConfirm, onClose }: DeleteDialogProps) => (
  <ConfirmDialog
    title={texts.deleteTitle(count, hasMore)}
    cancel={texts.deleteCancel}
    confirm={texts.deleteConfirm(count, hasMore)}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <Text size="sm">{texts.deleteExplanation}</Text>
  </ConfirmDialog>
)
