import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session, SetUp } from '@tocsin/contract/console/session.ts'
import { call } from '../api/call.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormProblem } from '../kit/forms/form-problem.tsx'
import { Form } from '../kit/forms/form.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { regainFocus } from '../kit/dialogs/regain-focus.ts'
import { required, requiredPassword } from '../kit/forms/required.ts'
import { frameTexts } from '../texts/frame.ts'
import { sessionTexts } from '../texts/sessions.ts'
import { SignedOutLayout } from './signed-out-layout.tsx'
import { beginSession } from './session.ts'
import { setUpQuery } from './set-up-query.ts'

const texts = sessionTexts.setUp
const fields = ['code', 'organizationName', 'name', 'email', 'password'] as const

/**
 * Page that creates the first organization and its administrator. The page works only while the server has no
 * organization. The page asks for the code in the server's log.
 */
export function SetUpPage() {
  const state = useQuery(setUpQuery)
  return (
    <SignedOutLayout title={texts.title}>
      <ProblemAlert title={frameTexts.problem.load} error={state.error} onRetry={() => void state.refetch()} />
      {state.data?.open === true && <SetUpForm />}
      {state.data?.open === false && (
        <>
          <Text>{texts.closed}</Text>
          <Button renderRoot={(props) => <Link to="/sign-in" {...props} />}>{texts.toSignIn}</Button>
        </>
      )}
    </SignedOutLayout>
  )
}

function SetUpForm() {
  const router = useRouter()
  const queryClient = useQueryClient()
  // The link in the server's log has the code in its fragment, which browsers do not send to any server.
  const [codeInAddress] = useState(() => window.location.hash.slice(1))
  const form = useForm<SetUp>({
    mode: 'uncontrolled',
    initialValues: { code: codeInAddress, organizationName: '', name: '', email: '', password: '' },
    validate: {
      code: required,
      organizationName: required,
      name: required,
      email: required,
      password: requiredPassword,
    },
  })
  const setUp = useMutation({
    mutationFn: (body: SetUp) => call<Session>('POST', '/set-up', { body }),
    onSuccess: async (session) => {
      beginSession(queryClient, session)
      queryClient.setQueryData(setUpQuery.queryKey, { open: false })
      await router.navigate({ to: '/overview', replace: true })
    },
    onError: (error) => form.setErrors(fieldErrors(error, fields)),
  })
  const field = (name: (typeof fields)[number]) => ({
    key: form.key(name),
    label: texts[name],
    ...form.getInputProps(name),
  })

  return (
    <Form onSubmit={form.onSubmit((values) => setUp.mutate(values))} error={setUp.error}>
      <Stack>
        <Text size="sm">{texts.introduction}</Text>
        <FormProblem error={setUp.error} fields={fields} />
        <TextInput
          {...field('code')}
          ref={codeInAddress ? undefined : regainFocus}
          autoComplete="off"
          description={texts.codeHint}
        />
        <TextInput
          {...field('organizationName')}
          ref={codeInAddress ? regainFocus : undefined}
          autoComplete="organization"
        />
        <TextInput {...field('name')} autoComplete="name" />
        <TextInput {...field('email')} type="email" autoComplete="username" />
        <PasswordInput {...field('password')} autoComplete="new-password" description={texts.passwordHint} />
        <Button type="submit" loading={setUp.isPending} fullWidth>
          {texts.submit}
        </Button>
      </Stack>
    </Form>
  )
}
