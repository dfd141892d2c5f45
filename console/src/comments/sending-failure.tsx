import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { isProblem } from '../api/api-problem.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { commentTexts as texts } from '../texts/comments.ts'

interface SendingFailureProps {
  error: Error | null
  onRetry: () => void
  /** Sends the text as a second comment, although the server has already stored a comment with this text. */
  onAnother: () => void
  onDiscard: () => void
}

/** Returns the error text for the message field; undefined if the message has no violation. */
export const messageViolation = (error: Error | null): string | undefined => fieldErrors(error, ['message']).message

/** Shows why a comment was not sent. Violations of the message are left out, because the message field shows them. */
export function SendingFailure({ error, onRetry, onAnother, onDiscard }: SendingFailureProps) {
  if (!error || messageViolation(error)) return null
  if (error.name === 'AbortError') {
    return (
      <Text size="sm" component="output">
        {texts.cancelled}
      </Text>
    )
  }
  if (isProblem(error, 'idempotency_key_reused')) {
    return <ArrivedNotice onAnother={onAnother} onDiscard={onDiscard} />
  }
  return <ProblemAlert title={texts.notSent} error={error} onRetry={onRetry} />
}

/**
 * Explains that the server has stored an earlier attempt to send this comment. The user has changed the files since
 * that attempt.
 */
const ArrivedNotice = ({ onAnother, onDiscard }: Pick<SendingFailureProps, 'onAnother' | 'onDiscard'>) => (
  <Alert color="yellow" variant="light" role="alert" title={texts.arrived.title}>
    <Stack gap="xs">
      <Text size="sm">{texts.arrived.explanation}</Text>
      <Group gap="xs">
        <Button size="xs" onClick={onDiscard}>
          {texts.arrived.discard}
        </Button>
        <Button size="xs" variant="default" onClick={onAnother}>
          {texts.arrived.another}
        </Button>
      </Group>
    </Stack>
  </Alert>
)
