import { IconClock, IconClockExclamation } from '@tabler/icons-react'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { Age } from '../kit/time/age.tsx'
import { useEveryMinute } from '../kit/time/use-every-minute.ts'
import { useSession } from '../sessions/session.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { ageLevelOf } from './age-level.ts'
import classes from './incident-age.module.css'
import { useWorkflowState } from './names-context.ts'

const icons = { aging: IconClock, overdue: IconClockExclamation }

/**
 * Age of an incident. While the incident is open, the age turns amber and later red when it reaches the organization's
 * thresholds.
 */
export function IncidentAge({ incident }: { incident: IncidentResponse }) {
  useEveryMinute()
  const { organization } = useSession()
  const isOpen = useWorkflowState(incident.stateId)?.isFinal === false
  const level = isOpen ? ageLevelOf(incident, organization.ageThresholds) : undefined
  if (!level) return <Age at={incident.createdAt} />
  const Clock = icons[level]
  return (
    <span className={classes.age} data-level={level}>
      <Clock size={14} aria-label={incidentTexts.ageLevels[level]} />
      <Age at={incident.createdAt} />
    </span>
  )
}
