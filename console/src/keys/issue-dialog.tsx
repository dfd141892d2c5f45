import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssuedKey, IssueKey, KeyScope } from '@tocsin/contract/console/api-key.ts'
import { nameMaxLength } from '@tocsin/contract/limits.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormButtons } from '../kit/forms/form-buttons.tsx'
import { FormProblem } from '../kit/forms/form-problem.tsx'
import { Form } from '../kit/forms/form.tsx'
import { required } from '../kit/forms/required.ts'
import { dayOf } from '../texts/day.ts'
import { keyTexts } from '../texts/keys.ts'
import { expiresAtOf, expiryChoices, type ExpiryChoice } from './expiry.ts'
import { KeyDialog, type FreshKey } from './key-dialog.tsx'
import { keysQuery } from './queries.ts'

const texts = keyTexts.form
const scopes: readonly KeyScope[] = ['read', 'write', 'webhooks']
/**
 * Scopes that are checked at first. The scope `webhooks` is not, because few keys need it, and it lets a key send all
 * events to any address.
 */
const scopesAtFirst: readonly KeyScope[] = ['read', 'write']
const fields = ['name', 'expiresAt'] as const

/** Dialog that issues an API key and then shows the key once. */
export function IssueDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [fresh, setFresh] = useState<FreshKey>()
  const close = () => {
    setFresh(undefined)
    onClose()
  }
  return (
    <KeyDialog opened={opened} onClose={close} title={keyTexts.issue} fresh={fresh}>
      <IssueForm onIssued={setFresh} onCancel={close} />
    </KeyDialog>
  )
}

interface Entered {
  name: string
  scopes: KeyScope[]
  choice: ExpiryChoice
  lastDay: string
}

function IssueForm({ onIssued, onCancel }: { onIssued: (fresh: FreshKey) => void; onCancel: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<Entered>({
    initialValues: { name: '', scopes: [...scopesAtFirst], choice: '365', lastDay: '' },
    validate: {
      name: required,
      scopes: (chosen) => (chosen.length === 0 ? texts.scopesRequired : null),
      lastDay: (_, entered) => (expiresAtOf(entered, Date.now()) === undefined ? texts.lastDayRequired : null),
    },
  })
  const issue = useMutation({
    mutationFn: ({ name, scopes: chosen, ...expiry }: Entered) => {
      const body: IssueKey = { name: name.trim(), scopes: chosen, expiresAt: expiresAtOf(expiry, Date.now()) ?? null }
      return call<IssuedKey>('POST', '/keys', { body })
    },
    onSuccess(issued, entered) {
      onIssued({ ...issued, scopes: entered.scopes })
      void queryClient.invalidateQueries(keysQuery)
    },
    onError(error, { choice }) {
      const { expiresAt, ...errors } = fieldErrors(error, fields)
      form.setErrors({ ...errors, [choice === 'date' ? 'lastDay' : 'choice']: expiresAt })
    },
  })
  return (
    <Form onSubmit={form.onSubmit((entered) => issue.mutate(entered))} error={issue.error}>
      <Stack>
        <FormProblem error={issue.error} fields={fields} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={nameMaxLength}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={texts.scopes} {...form.getInputProps('scopes')}>
          <Stack gap="sm" mt="xs">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={keyTexts.scopes[scope].label}
                description={keyTexts.scopes[scope].explanation}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <ExpiryFields form={form} />
        <FormButtons submit={texts.submit} isPending={issue.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  )
}

function ExpiryFields({ form }: { form: Pick<UseFormReturnType<Entered>, 'values' | 'getInputProps'> }) {
  const [nowMs] = useState(Date.now)
  const expiresAt = expiresAtOf(form.values, nowMs)
  return (
    <div>
      <NativeSelect
        label={texts.expiry}
        data={expiryChoices.map((value) => ({ value, label: texts.expiries[value] }))}
        {...form.getInputProps('choice')}
      />
      {form.values.choice === 'date' && (
        <TextInput type="date" label={texts.lastDay} min={dayOf(nowMs)} mt="sm" {...form.getInputProps('lastDay')} />
      )}
      <Text size="sm" c="dimmed" mt={6} mih="2.9em" aria-live="polite">
        {expiresAt === null ? texts.neverExpires : expiresAt && texts.expiresAt(expiresAt)}
      </Text>
    </div>
  )
}
