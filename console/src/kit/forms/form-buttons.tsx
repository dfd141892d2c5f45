import { Button, Group } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'

interface FormButtonsProps {
  submit: string
  isPending: boolean
  onCancel: () => void
}

/** Cancel button and submit button of a form in a dialog. */
export const FormButtons = ({ submit, isPending, onCancel }: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel}>
      {frameTexts.cancel}
    </Button>
    <Button type="submit" loading={isPending}>
      {submit}
    </Button>
  </Group>
)
