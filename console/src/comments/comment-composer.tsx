import { Button, Group, Progress, Stack, Textarea } from '@mantine/core'
import { filesMaximum, messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { useUnsaved } from '../kit/dialogs/page-leave-guard.tsx'
import { ChosenFiles } from '../media/chosen-files.tsx'
import { DropArea } from '../media/drop-area.tsx'
import { FileChoice } from '../media/file-choice.tsx'
import { useChosenFiles } from '../media/use-chosen-files.ts'
import { commentTexts as texts } from '../texts/comments.ts'
import { formatShare } from '../texts/format.ts'
import { messageViolation, SendingFailure } from './sending-failure.tsx'
import { useStoredMessage } from './use-stored-message.ts'
import { useSendComment } from './use-send-comment.ts'

/** The field shows the number of remaining characters once this many or fewer remain. */
const counterThreshold = 50

interface CommentComposerProps {
  incidentId: Uuid
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Form for a new comment with photos and files. Stores the typed text, so that the text survives leaving the page. Does
 * not store the chosen files, so the page asks for confirmation before the user leaves.
 */
export function CommentComposer({ incidentId, field }: CommentComposerProps) {
  const stored = useStoredMessage(incidentId)
  const chosen = useChosenFiles(filesMaximum)
  const clear = () => {
    stored.forget()
    chosen.clear()
  }
  const { send, isSending, error, share, cancel, reset } = useSendComment(incidentId, clear)
  // While the comment is sent, leaving the page loses nothing, because sending continues.
  useUnsaved(() => chosen.files.length > 0 && !isSending)
  const discard = () => {
    clear()
    reset()
  }
  const { message } = stored
  const left = messageMaxLength - [...message].length
  const isEmpty = message.trim() === '' && chosen.files.length === 0
  const submit = (isAnother = false) => {
    if (!isEmpty && left >= 0 && !isSending) send({ message, files: chosen.files, key: stored.attempt(isAnother) })
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <DropArea onFiles={chosen.add} disabled={isSending}>
      <form
        tabIndex={-1}
        data-screen-only
        onSubmit={(event) => {
          event.preventDefault()
          // The pressed button is disabled while the comment is sent, so move the focus from the button to the form.
          event.currentTarget.focus({ preventScroll: true })
          submit()
        }}
      >
        <Stack gap="xs">
          <Textarea
            ref={field}
            label={texts.label}
            placeholder={texts.placeholder}
            autosize
            minRows={2}
            maxRows={10}
            readOnly={isSending}
            value={message}
            error={left < 0 ? texts.tooLong(-left) : messageViolation(error)}
            description={left >= 0 && left <= counterThreshold ? texts.left(left) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={({ currentTarget }) => stored.write(currentTarget.value)}
            onKeyDown={submitByKey}
          />
          <ChosenFiles files={chosen.files} onUnchoose={chosen.remove} disabled={isSending} />
          {isSending && chosen.files.length > 0 && (
            <Progress value={share * 100} aria-label={texts.sending(formatShare(share))} />
          )}
          <SendingFailure error={error} onRetry={() => submit()} onAnother={() => submit(true)} onDiscard={discard} />
          <Group justify="space-between" align="flex-start" gap="xs">
            <FileChoice onFiles={chosen.add} disabled={isSending} />
            <Group gap="xs">
              {isSending && (
                <Button variant="default" onClick={cancel}>
                  {texts.cancelSending}
                </Button>
              )}
              <Button
                type="submit"
                title={texts.sendByKey}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                loading={isSending}
                disabled={isEmpty || left < 0}
              >
                {texts.send}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </DropArea>
  )
}
