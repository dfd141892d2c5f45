import { notifications } from '@mantine/notifications'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { unchangedReason, unchangedSummary, type UnchangedIncident } from './unchanged-incidents.ts'

const texts = incidentListTexts.bulk
const namedMaximum = 5

/**
 * Shows the unchanged incidents in a notification that stays until the user closes it. The notification is used instead
 * of `UnchangedDialog` if the user has left the list.
 */
export function showUnchanged(unchanged: readonly UnchangedIncident[]): void {
  const named = unchanged.slice(0, namedMaximum)
  notifications.show({
    color: 'red',
    title: unchangedSummary(unchanged),
    message: (
      <>
        {named.map((incident) => (
          <div key={incident.incidentId}>
            {texts.unchangedOne(incidentTexts.nameOf(incident), unchangedReason(incident))}
          </div>
        ))}
        {unchanged.length > named.length && <div>{texts.furtherUnchanged(unchanged.length - named.length)}</div>}
      </>
    ),
    autoClose: false,
    role: 'alert',
  })
}
