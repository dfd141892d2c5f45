import { List, Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { workflowTexts } from '../../texts/workflow.ts'

const texts = workflowTexts.unreachable

interface UnreachableDialogProps {
  /** Names of the states that no incident can reach. */
  names: readonly string[]
  onSave: () => void
  onClose: () => void
}

/** Dialog that asks for confirmation before saving a workflow with states that no incident can reach. */
export const UnreachableDialog = ({ names, onSave, onClose }: UnreachableDialogProps) => (
  <ConfirmDialog
    title={texts.title(names.length)}
    cancel={texts.cancel}
    confirm={texts.confirm}
    color="petrol"
    onConfirm={onSave}
    onClose={onClose}
  >
    <Stack gap="xs">
      <List size="sm">
        {names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Text size="sm">{texts.explanation}</Text>
    </Stack>
  </ConfirmDialog>
)
