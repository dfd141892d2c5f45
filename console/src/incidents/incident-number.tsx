import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { incidentTexts } from '../texts/incidents.ts'
import classes from './incident-number.module.css'

/** Number of an incident, which is short enough to be said on the phone. */
export const IncidentNumber = ({ incident }: { incident: IncidentResponse }) => (
  <span className={classes.number}>{incidentTexts.number(incident)}</span>
)
