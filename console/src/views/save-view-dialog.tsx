import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { viewNameMaxLength } from '@tocsin/contract/limits.ts'
import type { View, ViewLayout } from '@tocsin/contract/console/view.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormDialog } from '../kit/dialogs/form-dialog.tsx'
import { required } from '../kit/forms/required.ts'
import { viewTexts } from '../texts/views.ts'
import { useSaveView } from './mutations.ts'

const fields = ['name'] as const

interface SaveViewDialogProps {
  /** Filters and sort order as text, in the format that views store. */
  query: string
  layout: ViewLayout
  onSaved: (view: View) => void
  onClose: () => void
}

/** Dialog that saves the current filters and sort order as a view. */
export function SaveViewDialog({ query, layout, onSaved, onClose }: SaveViewDialogProps) {
  const { mutate, error, isPending } = useSaveView()
  const form = useForm({
    initialValues: { name: '', shared: false },
    validate: { name: required },
  })
  const save = form.onSubmit(({ name, shared }) =>
    mutate(
      { name: name.trim(), shared, query, layout },
      {
        onSuccess(view) {
          notifications.show({ message: viewTexts.saved(view.name) })
          onSaved(view)
          onClose()
        },
        onError: (rejection) => form.setErrors(fieldErrors(rejection, fields)),
      },
    ),
  )
  return (
    <FormDialog
      title={viewTexts.saveTitle}
      submit={viewTexts.submit}
      onSubmit={save}
      isPending={isPending}
      error={error}
      fields={fields}
      onClose={onClose}
    >
      <TextInput label={viewTexts.name} data-autofocus maxLength={viewNameMaxLength} {...form.getInputProps('name')} />
      <Switch
        label={viewTexts.share}
        description={viewTexts.shareHint}
        {...form.getInputProps('shared', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
