import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { useNavigate } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useState } from 'react'
import { copyText } from '../../browser/copy-text.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import classes from './report-form.module.css'

const texts = incidentFormTexts.sent

/**
 * Time in milliseconds during which the message is shown. The message may disappear, because other pages offer the same
 * actions.
 */
const shownMs = 20_000

/** Shows that an incident was reported: its number, and a button to report another incident at the same place. */
export function showReported(incident: IncidentResponse, navigate: ReturnType<typeof useNavigate>): void {
  const id = notifications.show({
    autoClose: shownMs,
    // Screen readers announce a message with this role without interrupting the user.
    role: 'status',
    message: <Reported incident={incident} navigate={navigate} onLeave={() => notifications.hide(id)} />,
  })
}

interface ReportedProps {
  incident: IncidentResponse
  navigate: ReturnType<typeof useNavigate>
  onLeave: () => void
}

function Reported({ incident, navigate, onLeave }: ReportedProps) {
  const { id, typeId, locationId, pointId } = incident
  const number = incidentTexts.number(incident)
  const [copyLabel, setCopyLabel] = useState(texts.copyNumber)
  const another = () => {
    onLeave()
    void navigate({
      to: '/incidents/new',
      search: { location: locationId ?? undefined, point: pointId ?? undefined, type: typeId ?? undefined },
    })
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.reported}{' '}
        <Anchor
          size="sm"
          href={`/incidents/${id}`}
          // Notifications are outside of the router, so a Link is not possible here.
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void navigate({ to: '/incidents/$incidentId', params: { incidentId: id } })
          }}
        >
          {number}
        </Anchor>
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="light" className={classes.sentAction!} onClick={another}>
          {texts.another}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.sentAction!}
          onClick={() => void copyText(number).then((done) => setCopyLabel(done ? texts.copied : texts.notCopied))}
        >
          {copyLabel}
        </Button>
      </Group>
    </>
  )
}
