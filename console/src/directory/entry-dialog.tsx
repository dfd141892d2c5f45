import { Button, Group, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Dialog } from '../frame/dialog.tsx'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { fieldErrors } from './field-errors.ts'

const texts = directoryTexts.list

interface EntryDialogProps {
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

/** The dialog in which an entry of the directory is added or changed. */
export function EntryDialog(props: EntryDialogProps) {
  const { title, submit, onSubmit, isPending, error, fields, refusal, onClose, children } = props
  const isToldByFields = error !== null && Object.keys(fieldErrors(error, fields)).length > 0
  return (
    <Dialog onClose={onClose} title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          {refusal ?? <ProblemAlert error={isToldByFields ? null : error} />}
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
