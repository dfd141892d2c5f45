import { PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../kit/forms/field-errors.ts'
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx'
import { requiredPassword } from '../../kit/forms/required.ts'
import { sessionTexts } from '../../texts/sessions.ts'
import { userTexts } from '../../texts/users.ts'
import { useDirectoryChange } from '../use-directory-change.ts'

const texts = userTexts
const fields = ['password'] as const

/** Dialog that sets the password of another user. */
export function PasswordDialog({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: requiredPassword },
  })
  const set = useDirectoryChange(
    (password: string) => call('PUT', `/users/${user.id}/password`, { body: { password } }),
    {
      onSuccess() {
        notifications.show({ message: texts.passwordSet(user.name) })
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error, fields)),
    },
  )
  return (
    <FormDialog
      title={texts.setPasswordTitle(user.name)}
      submit={texts.setPassword}
      onSubmit={form.onSubmit(({ password }) => set.mutate(password))}
      isPending={set.isPending}
      error={set.error}
      fields={fields}
      onClose={onClose}
    >
      <Text size="sm">{texts.setPasswordExplanation}</Text>
      <PasswordInput
        label={texts.password}
        description={sessionTexts.setUp.passwordHint}
        autoComplete="new-password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
