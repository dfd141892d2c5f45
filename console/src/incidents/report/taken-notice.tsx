import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'

const texts = incidentFormTexts.taken

interface TakenNoticeProps {
  /** Id of the incident that an earlier attempt to send the report has created. */
  incidentId: Uuid | undefined
  onAnother: () => void
  onOpen: (incidentId: Uuid) => void
}

/**
 * Notice that an earlier attempt to send the report has created an incident, with entries that the user has changed
 * since.
 */
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
              onClick={() => onOpen(incidentId)}
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
