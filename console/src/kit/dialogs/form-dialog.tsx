import { Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons } from '../forms/form-buttons.tsx'
import { FormProblem } from '../forms/form-problem.tsx'
import { Form } from '../forms/form.tsx'

interface FormDialogProps {
  title: string
  submit: string
  onSubmit: FormEventHandler<HTMLFormElement>
  isPending: boolean
  error: Error | null
  /** The names of those that say themselves what is wrong with them. */
  fields: readonly string[]
  /** In place of the usual words about it. */
  refusal?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, which stays open until it is sent or given up. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, onSubmit, isPending, error, fields, refusal, onClose, children } = props
  return (
    <Dialog onClose={onClose} title={title}>
      <Form onSubmit={onSubmit} error={error}>
        <Stack>
          {refusal ?? <FormProblem error={error} fields={fields} />}
          {children}
          <FormButtons submit={submit} isPending={isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
