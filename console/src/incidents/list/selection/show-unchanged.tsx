import { notifications } from '@mantine/notifications'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { reasonOf, summaryOf, type RemainingIncident } from './unchanged-incidents.ts'

const texts = incidentListTexts.bulk
const namedMaximum = 5

/** Tells what the dialog would to somebody who is on another page by now; it stays, because nothing else says so. */
export function showRemaining(remaining: readonly RemainingIncident[]): void {
  const named = remaining.slice(0, namedMaximum)
  notifications.show({
    color: 'red',
    title: summaryOf(remaining),
    message: (
      <>
        {named.map((incident) => (
          <div key={incident.incidentId}>{texts.remainingOne(incidentTexts.nameOf(incident), reasonOf(incident))}</div>
        ))}
        {remaining.length > named.length && <div>{texts.furtherRemaining(remaining.length - named.length)}</div>}
      </>
    ),
    autoClose: false,
    role: 'alert',
  })
}
