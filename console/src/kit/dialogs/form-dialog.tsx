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
  /** Names of all form fields that can show an error message below the field. */
  fields: readonly string[]
  /** Element to show instead of the usual alert about `error`. */
  problem?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Dialog with a form and a Cancel button. The parent must close the dialog after the server has accepted the form. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, onSubmit, isPending, error, fields, problem, onClose, children } = props
  return (
    <Dialog onClose={onClose} title={title}>
      <Form onSubmit={onSubmit} error={error}>
        <Stack>
          {problem ?? <FormProblem error={error} fields={fields} />}
          {children}
          <FormButtons submit={submit} isPending={isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
