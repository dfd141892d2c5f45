import { PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { ChangeUser, StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import { isProblem } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../kit/forms/field-errors.ts'
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx'
import { required } from '../../kit/forms/required.ts'
import { useSession } from '../../sessions/session.ts'
import { directoryTexts } from '../../texts/directory.ts'
import { userTexts } from '../../texts/users.ts'
import { LastAdministratorAlert } from './last-administrator-alert.tsx'
import { useDirectoryChange } from '../use-directory-change.ts'
import { useOwnAccount } from './use-own-account.ts'

const texts = userTexts
const fields = ['name', 'email', 'role', 'password'] as const
const roles: readonly Role[] = ['member', 'administrator']

interface Entries {
  name: string
  email: string
  role: Role
  password: string
}

/** Dialog that adds a staff user, or changes `user` if it is given. */
export function UserDialog({ user, onClose }: { user?: StaffUser; onClose: () => void }) {
  const { user: self } = useSession()
  const own = useOwnAccount()
  const isSelf = user?.id === self.id
  const form = useForm<Entries>({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', role: user?.role ?? 'member', password: '' },
    validate: { name: required, email: required },
  })
  const save = useDirectoryChange((entries: Entries) => send(user, entries), {
    onSuccess(saved) {
      if (isSelf) own.changed(saved)
      if (!user) notifications.show({ message: texts.added(saved.name) })
      onClose()
    },
    onError: (error) => form.setErrors(fieldErrors(error, fields)),
  })
  return (
    <FormDialog
      title={user ? texts.editTitle(user.name) : texts.addTitle}
      submit={user ? directoryTexts.list.save : texts.add}
      onSubmit={form.onSubmit((entries) => save.mutate(entries))}
      isPending={save.isPending}
      error={save.error}
      fields={fields}
      problem={isProblem(save.error, 'last_administrator') ? <LastAdministratorAlert /> : undefined}
      onClose={onClose}
    >
      <TextInput label={texts.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput label={texts.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
      <Radio.Group label={texts.role} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={texts.roles[role].name} description={texts.roles[role].explanation} />
          ))}
        </Stack>
      </Radio.Group>
      {isSelf && form.values.role === 'member' && <Text size="sm">{texts.demoteSelf}</Text>}
      {!user && (
        <PasswordInput
          label={texts.password}
          description={texts.passwordOptional}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
    </FormDialog>
  )
}

/**
 * Adds a user, or changes an existing one. For an existing user, only the changed fields are sent, so that changes by
 * other administrators are not overwritten.
 */
async function send(user: StaffUser | undefined, entries: Entries): Promise<StaffUser> {
  const wanted = { name: entries.name.trim(), email: entries.email.trim(), role: entries.role }
  if (!user) {
    const { password } = entries
    return call<StaffUser>('POST', '/users', { body: { ...wanted, ...(password !== '' && { password }) } })
  }
  const change: ChangeUser = {
    ...(wanted.name !== user.name && { name: wanted.name }),
    ...(wanted.email !== user.email && { email: wanted.email }),
    ...(wanted.role !== user.role && { role: wanted.role }),
  }
  if (Object.keys(change).length === 0) return user
  return call<StaffUser>('PATCH', `/users/${user.id}`, { body: change })
}
