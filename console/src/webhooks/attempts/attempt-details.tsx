import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import { attemptTexts } from '../../texts/webhook-attempts.ts'
import type { AttemptAction } from './attempt-row.tsx'
import classes from './attempts.module.css'

const texts = attemptTexts.details

interface AttemptDetailsProps {
  attempt: WebhookAttempt
  onAction: (action: AttemptAction) => void
}

/** Request and response of an attempt, and the button that delivers its event again. */
export function AttemptDetails({ attempt, onAction }: AttemptDetailsProps) {
  const { eventId, kind, position, request, answer } = attempt
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.event} <Code>{eventId}</Code> · {texts.kind} <Code>{kind}</Code>
      </Text>
      <Sent label={texts.request} text={indent(request)} />
      {answer === '' ? <Text size="sm">{texts.noAnswer}</Text> : <Sent label={texts.answer} text={indent(answer)} />}
      {position !== null && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => onAction('replay')}
          >
            {attemptTexts.replay.action}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Body of a request or a response. Users can scroll it with the keyboard. */
const Sent = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {label}
    </Text>
    <section
      className={classes.sent}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <pre>{text}</pre>
    </section>
  </div>
)

/** Indents JSON. Other text, and JSON that was cut off, stays as it is. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
