import { Button, Group, Stack, Textarea } from '@mantine/core'
import { messageMaxLength } from '@tocsin/contract/limits.ts'
import type { StaffComment } from '@tocsin/contract/events/timeline.ts'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormProblem } from '../kit/forms/form-problem.tsx'
import { useUnsaved } from '../kit/dialogs/page-leave-guard.tsx'
import { regainFocus } from '../kit/dialogs/regain-focus.ts'
import { useSession } from '../sessions/session.ts'
import { commentTexts as texts } from '../texts/comments.ts'
import { useEditComment } from './mutations.ts'
import { readEdit, storeEdit } from './stored-edit.ts'

const fields = ['message'] as const

/**
 * Form to change the message of the user's own comment. The files cannot be changed. The browser tab stores the text
 * until the user saves or discards it.
 */
export function CommentEditor({ comment, onClose }: { comment: StaffComment; onClose: () => void }) {
  const before = comment.message ?? ''
  const { user } = useSession()
  const [stored] = useState(() => readEdit(user.id, comment.id))
  const [message, setMessage] = useState(stored ?? before)
  const isUnchanged = message === before
  useEffect(
    () => storeEdit(user.id, comment.id, isUnchanged ? undefined : message),
    [user.id, comment.id, isUnchanged, message],
  )
  const close = () => {
    storeEdit(user.id, comment.id, undefined)
    onClose()
  }
  useUnsaved(() => !isUnchanged, close)
  const edit = useEditComment(comment.relatedEntityId, comment.id)
  const isRestored = stored !== undefined
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const card = form.current?.parentElement
    // Focus the field, unless the page has restored an edit from an earlier visit. When the edit ends, the cleanup
    // function focuses the menu button of the comment.
    if (!isRestored) field.current?.focus()
    return () => regainFocus(card?.querySelector('button'))
  }, [isRestored])
  const left = messageMaxLength - [...message].length
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (left >= 0) edit.mutate(message, { onSuccess: close })
      }}
    >
      <Stack gap="xs">
        <Textarea
          aria-label={texts.editLabel}
          autosize
          minRows={2}
          maxRows={10}
          ref={field}
          readOnly={edit.isPending}
          value={message}
          description={isRestored && !isUnchanged ? texts.restored : undefined}
          error={left < 0 ? texts.tooLong(-left) : fieldErrors(edit.error, fields).message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <FormProblem error={edit.error} fields={fields} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" size="xs" loading={edit.isPending} disabled={left < 0}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
