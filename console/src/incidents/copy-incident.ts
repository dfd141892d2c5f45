import { notifications } from '@mantine/notifications'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { copyText } from '../browser/copy-text.ts'
import { incidentDetailTexts as texts } from '../texts/incident-detail.ts'
import { incidentTexts } from '../texts/incidents.ts'

/** Copies the URL of an incident to the clipboard, and reports the outcome. */
export const copyLink = ({ id }: IncidentResponse): Promise<void> =>
  copy(new URL(`/incidents/${id}`, window.location.origin).href, texts.linkCopied)

/** Copies the number of an incident to the clipboard, and reports the outcome. */
export const copyNumber = (incident: IncidentResponse): Promise<void> =>
  copy(incidentTexts.number(incident), texts.numberCopied)

async function copy(text: string, success: string): Promise<void> {
  if (await copyText(text)) notifications.show({ message: success, role: 'status' })
  else notifications.show({ color: 'red', message: texts.notCopied, role: 'alert' })
}
