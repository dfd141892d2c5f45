import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { isProblem } from '../api/api-problem.ts'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { commentTexts as texts } from '../texts/comments.ts'

interface SendingFailureProps {
  error: Error | null
  onRetry: () => void
  /** Sends it although it says what an earlier attempt said. */
  onAnother: () => void
  onDiscard: () => void
}

/** What is wrong with the message itself, said at its field. */
export const removalObstacle = (error: Error | null): string | undefined => fieldErrors(error, ['message']).message

/** Why a Comment was not sent, where its message is not at fault. */
export function SendingFailure({ error, onRetry, onAnother, onDiscard }: SendingFailureProps) {
  if (!error || removalObstacle(error)) return null
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
  return <ProblemAlert error={error} onRetry={onRetry} />
}

/** An earlier attempt with this text arrived after all, and its files are not the ones that are chosen now. */
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
