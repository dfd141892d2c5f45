import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { Point } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../kit/forms/field-errors.ts'
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx'
import { required } from '../../kit/forms/required.ts'
import { directoryTexts } from '../../texts/directory.ts'
import { useDirectoryChange } from '../use-directory-change.ts'

const texts = directoryTexts.points
const fields = ['name'] as const

interface PointDialogProps {
  locationId: Uuid
  point?: Point
  onClose: () => void
}

/** Dialog that adds a point to a location, or renames `point` if it is given. */
export function PointDialog({ locationId, point, onClose }: PointDialogProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: point?.name ?? '' },
    validate: { name: required },
  })
  const save = useDirectoryChange(
    (name: string) =>
      point
        ? call<Point>('PATCH', `/points/${point.id}`, { body: { name } })
        : call<Point>('POST', '/points', { body: { locationId, name } }),
    {
      onSuccess({ name }) {
        if (!point) notifications.show({ message: texts.added(name) })
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error, fields)),
    },
  )
  return (
    <FormDialog
      title={point ? texts.editTitle(point.name) : texts.addTitle}
      submit={point ? directoryTexts.list.save : texts.add}
      onSubmit={form.onSubmit(({ name }) => save.mutate(name.trim()))}
      isPending={save.isPending}
      error={save.error}
      fields={fields}
      onClose={onClose}
    >
      <TextInput label={texts.name} data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
