import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ChangePassword } from '@tocsin/contract/session.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { Dialog } from '../frame/dialog.tsx'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { sessionTexts } from '../texts/sessions.ts'

const texts = sessionTexts.password

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', next: '', repeat: '' },
    validate: { repeat: (repeat, { next }) => (repeat === next ? null : texts.mismatch) },
  })
  const change = useMutation({
    mutationFn: (body: ChangePassword) => call('PUT', '/session/password', { body }),
    onSuccess: () => {
      notifications.show({ message: texts.changed })
      onClose()
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return
      form.setErrors({ current: currentRefusal(error), next: error.messageAt('/newPassword') })
    },
  })
  const submit = form.onSubmit(({ current, next }) => change.mutate({ currentPassword: current, newPassword: next }))

  return (
    <Dialog onClose={onClose} title={texts.title}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {Object.values(form.errors).every((text) => !text) && <ProblemAlert error={change.error} />}
          <PasswordInput
            label={texts.current}
            autoComplete="current-password"
            data-autofocus
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label={texts.next}
            description={sessionTexts.setUp.passwordHint}
            autoComplete="new-password"
            key={form.key('next')}
            {...form.getInputProps('next')}
          />
          <PasswordInput
            label={texts.repeat}
            autoComplete="new-password"
            key={form.key('repeat')}
            {...form.getInputProps('repeat')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const currentRefusal = (error: ApiProblem): string | undefined =>
  error.code === 'current_password_wrong' ? texts.wrongCurrent : error.messageAt('/currentPassword')
