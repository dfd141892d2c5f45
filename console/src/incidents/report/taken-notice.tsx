import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'

const texts = incidentFormTexts.taken

interface TakenNoticeProps {
  /** Incident created by an earlier attempt. */
  incidentId: Uuid | undefined
  onAnother: () => void
  onOpen: () => void
}

/** Notice that an earlier attempt was stored and the entries changed since. */
export function TakenNotice({ incidentId, onAnother, onOpen }: TakenNoticeProps) {
  return (
    <Alert color="yellow" variant="light" role="alert" title={texts.title}>
      <Stack gap="xs">
        <Text size="sm">{texts.explanation}</Text>
        <Group gap="xs">
          {incidentId && (
            <Button
              size="xs"
              renderRoot={(props) => <Link to="/incidents/$incidentId" params={{ incidentId }} {...props} />}
              onClick={onOpen}
            >
              {texts.open}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onAnother}>
            {texts.another}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
