import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import { attemptTexts as texts } from '../../texts/webhook-attempts.ts'
import classes from './attempts.module.css'

/** Link to the incident of an attempt, with the number and name that the request contains. */
export function IncidentLink({ attempt: { incidentId, request } }: { attempt: WebhookAttempt }) {
  if (incidentId === null) return null
  return (
    <div className={classes.incident}>
      <Anchor size="sm" renderRoot={(props) => <Link to="/incidents/$incidentId" params={{ incidentId }} {...props} />}>
        {labelIn(request)}
      </Anchor>
    </div>
  )
}

/**
 * Returns the number and the name of the incident in a request. If the log has only a part of a long request, returns a
 * general text.
 */
function labelIn(request: string): string {
  try {
    const { incident } = JSON.parse(request) as Partial<FeedEvent>
    return incident ? texts.incident(incident.number, incident.name) : texts.anIncident
  } catch {
    return texts.anIncident
  }
}
