import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { viewNameMaxLength } from '@tocsin/contract/limits.ts'
import type { ViewLayout } from '@tocsin/contract/view.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { Dialog } from '../frame/dialog.tsx'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { violationTexts } from '../texts/violations.ts'
import { viewTexts } from '../texts/views.ts'
import { useSaveView } from './mutations.ts'

interface SaveViewDialogProps {
  /** Filters and sort, as a view keeps them. */
  query: string
  layout: ViewLayout
  onClose: () => void
}

/** Gives what is seen now a name to come back to. */
export function SaveViewDialog({ query, layout, onClose }: SaveViewDialogProps) {
  const { mutate, error, isPending } = useSaveView()
  const form = useForm({
    initialValues: { name: '', shared: false },
    validate: { name: (name) => (name.trim() === '' ? violationTexts.required : null) },
  })
  const atName = error instanceof ApiProblem ? error.messageAt('/name') : undefined
  const save = form.onSubmit(({ name, shared }) =>
    mutate(
      { name: name.trim(), shared, query, layout },
      {
        onSuccess(view) {
          notifications.show({ message: viewTexts.saved(view.name) })
          onClose()
        },
      },
    ),
  )
  return (
    <Dialog onClose={onClose} title={viewTexts.saveTitle}>
      <form onSubmit={save} noValidate>
        <Stack>
          {!atName && <ProblemAlert error={error} />}
          <TextInput
            label={viewTexts.name}
            data-autofocus
            maxLength={viewNameMaxLength}
            {...form.getInputProps('name')}
            error={form.errors.name ?? atName}
          />
          <Switch
            label={viewTexts.share}
            description={viewTexts.shareHint}
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {viewTexts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {viewTexts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
