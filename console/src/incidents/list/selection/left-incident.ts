import type { LeftIncident } from '@tocsin/contract/console/bulk-change.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'

const reasons: Readonly<Record<string, string | undefined>> = incidentListTexts.bulk.reasons

export const leftName = ({ number, name }: LeftIncident): string =>
  number === null
    ? incidentTexts.nameOf({ name })
    : `${incidentTexts.number({ number })} ${incidentTexts.nameOf({ name })}`

/** Returns the reason why a bulk change did not change an incident. */
export const leftReason = ({ code, detail }: LeftIncident): string => reasons[code] ?? detail
