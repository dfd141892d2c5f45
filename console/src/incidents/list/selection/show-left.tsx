import { notifications } from '@mantine/notifications'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { leftName, leftReason } from './left-incident.ts'
import type { LeftReport } from './bulk-run.ts'

const texts = incidentListTexts.bulk
const namedMaximum = 5

/**
 * Shows the incidents that a bulk change left as they were in a notification that stays until the user closes it. The
 * notification is used instead of `LeftDialog` if the user has left the list.
 */
export function showLeft({ incidents }: LeftReport): void {
  const named = incidents.slice(0, namedMaximum)
  notifications.show({
    color: 'red',
    title: texts.leftTitle(incidents.length),
    message: (
      <>
        {named.map((incident) => (
          <div key={incident.incidentId}>{texts.leftOne(leftName(incident), leftReason(incident))}</div>
        ))}
        {incidents.length > named.length && <div>{texts.furtherLeft(incidents.length - named.length)}</div>}
      </>
    ),
    autoClose: false,
    role: 'alert',
  })
}
