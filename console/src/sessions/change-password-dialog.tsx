import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ChangePassword } from '@tocsin/contract/console/session.ts'
import { call } from '../api/call.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormDialog } from '../kit/dialogs/form-dialog.tsx'
import { requiredPassword } from '../kit/forms/required.ts'
import { sessionTexts } from '../texts/sessions.ts'

const texts = sessionTexts.password
const fields = ['currentPassword', 'newPassword'] as const

/** Dialog in which signed-in users change their own password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', repeat: '' },
    validate: {
      currentPassword: requiredPassword,
      newPassword: requiredPassword,
      repeat: (repeat, { newPassword }) => requiredPassword(repeat) ?? (repeat === newPassword ? null : texts.mismatch),
    },
  })
  const change = useMutation({
    mutationFn: (body: ChangePassword) => call('PUT', '/session/password', { body }),
    onSuccess: () => {
      notifications.show({ message: texts.changed })
      onClose()
    },
    onError: (error) => form.setErrors(fieldErrors(error, fields)),
  })
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }))}
      isPending={change.isPending}
      error={change.error}
      fields={fields}
      onClose={onClose}
    >
      <PasswordInput
        label={texts.current}
        autoComplete="current-password"
        data-autofocus
        key={form.key('currentPassword')}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={texts.next}
        description={sessionTexts.setUp.passwordHint}
        autoComplete="new-password"
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={texts.repeat}
        autoComplete="new-password"
        key={form.key('repeat')}
        {...form.getInputProps('repeat')}
      />
    </FormDialog>
  )
}
