import { notifications } from '@mantine/notifications'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { leftName, leftReason } from './left-incident.ts'
import type { LeftReport } from './bulk-run.ts'

const texts = incidentListTexts.bulk
const namedMaximum = 5

/**
 * Shows a notification with the incidents that a bulk change did not change. The notification stays until the user
 * closes it. The list does not use this notification, because `LeftDialog` shows these incidents there.
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
