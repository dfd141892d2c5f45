import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { Session, SignIn } from '@tocsin/contract/console/session.ts'
import { useEffect, useEffectEvent } from 'react'
import { isProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { Form } from '../kit/forms/form.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { regainFocus } from '../kit/dialogs/regain-focus.ts'
import { required, requiredPassword } from '../kit/forms/required.ts'
import { Select } from '../kit/forms/select.tsx'
import { sessionTexts } from '../texts/sessions.ts'
import { SignedOutLayout } from './signed-out-layout.tsx'
import { beginSession, forgetUser, onSignInElsewhere } from './session.ts'
import { isReport } from './sign-in-search.ts'

const texts = sessionTexts.signIn

/**
 * Sign-in page with e-mail address and password. It also asks for the organization if the e-mail address belongs to
 * several organizations. After a sign-in on this page or in another tab, it opens the page that the user requested.
 */
export function SignInPage() {
  const { from } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const openRequested = () => router.navigate({ href: from ?? '/', replace: true })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', organizationId: '' },
    validate: {
      email: required,
      password: requiredPassword,
    },
  })
  const signIn = useMutation({
    mutationFn: (body: SignIn) => call<Session>('POST', '/session', { body }),
    onSuccess: async (session) => {
      beginSession(queryClient, session)
      await openRequested()
    },
  })
  const organizations = organizationsToChoose(signIn.error)
  // All tabs share the session cookie, so a sign-in in another tab signs this tab in too.
  const onOtherSignIn = useEffectEvent(() => {
    forgetUser(queryClient)
    void openRequested()
  })
  useEffect(() => onSignInElsewhere(() => onOtherSignIn()), [])

  return (
    <SignedOutLayout title={texts.title}>
      <Form
        error={signIn.error}
        onSubmit={form.onSubmit(({ email, password, organizationId }) =>
          signIn.mutate({ email: email.trim(), password, ...(organizationId && { organizationId }) }),
        )}
      >
        <Stack>
          {isReport(from) && <Text size="sm">{texts.reportNext}</Text>}
          {organizations.length === 0 && <SignInProblem error={signIn.error} />}
          <TextInput
            ref={regainFocus}
            label={texts.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={texts.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {organizations.length > 0 && (
            <>
              <Alert role="alert">{texts.chooseOrganization}</Alert>
              <Select
                label={texts.organization}
                data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
                key={form.key('organizationId')}
                {...form.getInputProps('organizationId')}
              />
            </>
          )}
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {texts.submit}
          </Button>
          <Text size="xs" c="dimmed">
            {texts.forgotten}
          </Text>
        </Stack>
      </Form>
    </SignedOutLayout>
  )
}

function SignInProblem({ error }: { error: Error | null }) {
  if (isProblem(error, 'sign_in_failed')) return <ErrorText text={texts.failed} />
  if (isProblem(error, 'sign_in_locked')) return <ErrorText text={texts.locked(error.retryAfterSeconds ?? 60)} />
  return <ProblemAlert title={texts.problem} error={error} />
}

const ErrorText = ({ text }: { text: string }) => (
  <Alert color="red" role="alert">
    {text}
  </Alert>
)

const organizationsToChoose = (error: Error | null): { id: string; name: string }[] =>
  isProblem(error, 'organization_ambiguous') ? (error.details.organizations ?? []) : []
