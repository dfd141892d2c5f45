import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { AddLocation, ChangeLocation } from '@tocsin/contract/console/directory-administration.ts'
import type { Location } from '@tocsin/contract/api/directory.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../kit/forms/field-errors.ts'
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx'
import { required } from '../../kit/forms/required.ts'
import { directoryTexts } from '../../texts/directory.ts'
import { useDirectoryChange } from '../use-directory-change.ts'

const texts = directoryTexts.locations
const fields = ['name', 'externalId'] as const

/** Dialog that adds a location, or changes `location` if it is given. */
export function LocationDialog({ location, onClose }: { location?: Location; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: location?.name ?? '', externalId: location?.externalId ?? '' },
    validate: { name: required },
  })
  const save = useDirectoryChange((entered: Required<AddLocation>) => send(location, entered), {
    onSuccess({ name }) {
      if (!location) notifications.show({ message: texts.added(name) })
      onClose()
    },
    onError: (error) => form.setErrors(fieldErrors(error, fields)),
  })
  const submit = form.onSubmit(({ name, externalId }) =>
    save.mutate({ name: name.trim(), externalId: externalId.trim() || null }),
  )
  return (
    <FormDialog
      title={location ? texts.editTitle(location.name) : texts.addTitle}
      submit={location ? directoryTexts.list.save : texts.add}
      onSubmit={submit}
      isPending={save.isPending}
      error={save.error}
      fields={fields}
      onClose={onClose}
    >
      <TextInput label={texts.name} data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label={texts.externalId}
        description={texts.externalIdHint}
        key={form.key('externalId')}
        {...form.getInputProps('externalId')}
      />
    </FormDialog>
  )
}

/**
 * Adds a location, or changes an existing one. For an existing location, only the changed fields are sent, so that
 * changes by other administrators are not overwritten.
 */
async function send(location: Location | undefined, entered: Required<AddLocation>): Promise<Location> {
  if (!location) return call<Location>('POST', '/locations', { body: entered })
  const change: ChangeLocation = {
    ...(entered.name !== location.name && { name: entered.name }),
    ...(entered.externalId !== location.externalId && { externalId: entered.externalId }),
  }
  if (Object.keys(change).length === 0) return location
  return call<Location>('PATCH', `/locations/${location.id}`, { body: change })
}
