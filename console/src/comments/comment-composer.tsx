import { Button, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { ChosenFiles } from '../media/chosen-files.tsx'
import { DropArea } from '../media/drop-area.tsx'
import { FileChoice } from '../media/file-choice.tsx'
import { useChosenFiles } from '../media/use-chosen-files.ts'
import { commentTexts as texts } from '../texts/comments.ts'
import { formatShare } from '../texts/format.ts'
import { useSendComment } from './use-send-comment.ts'

/** As many as the server takes with one Comment. */
const filesMaximum = 10
/** From here on it is worth telling how many characters are left. */
const tellLeft = 50

interface CommentComposerProps {
  incidentId: Uuid
  field: RefObject<HTMLTextAreaElement | null>
}

/** Where a Comment is written, with photos and files; what was begun stays while the page is left for another. */
export function CommentComposer({ incidentId, field }: CommentComposerProps) {
  const [message, setMessage] = useSessionStorage({ key: `tocsin-comment-${incidentId}`, defaultValue: '' })
  const chosen = useChosenFiles(filesMaximum)
  const { send, share, cancel } = useSendComment(incidentId, () => {
    setMessage('')
    chosen.clear()
  })
  const left = messageMaxLength - [...message].length
  const isEmpty = message.trim() === '' && chosen.files.length === 0
  const submit = () => {
    if (!isEmpty && left >= 0 && !send.isPending) send.mutate({ message, files: chosen.files })
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <DropArea onFiles={chosen.add} disabled={send.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
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
            disabled={send.isPending}
            value={message}
            error={left < 0 ? texts.tooLong(-left) : refusalOf(send.error)}
            description={left >= 0 && left <= tellLeft ? texts.left(left) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
            onKeyDown={submitByKey}
          />
          <ChosenFiles files={chosen.files} onUnchoose={chosen.remove} disabled={send.isPending} />
          {send.isPending && chosen.files.length > 0 && (
            <Progress value={share * 100} aria-label={texts.sending(formatShare(share))} />
          )}
          <Failure error={send.error} onRetry={submit} />
          <Group justify="space-between" align="flex-start" gap="xs">
            <FileChoice onFiles={chosen.add} disabled={send.isPending} />
            <Group gap="xs">
              {send.isPending && (
                <Button variant="default" onClick={cancel}>
                  {texts.cancelSending}
                </Button>
              )}
              <Button type="submit" loading={send.isPending} disabled={isEmpty || left < 0}>
                {texts.send}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </DropArea>
  )
}

const refusalOf = (error: Error | null): string | undefined =>
  error instanceof ApiProblem ? error.messageAt('/message') : undefined

function Failure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error || refusalOf(error)) return null
  if (error.name === 'AbortError') {
    return (
      <Text size="sm" component="output">
        {texts.cancelled}
      </Text>
    )
  }
  return <ProblemAlert error={error} onRetry={onRetry} />
}
