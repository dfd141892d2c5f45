import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { RefObject } from 'react'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { PriorityBadge } from '../../priority-badge.tsx'
import { PriorityMenu } from '../../priority-menu.tsx'
import classes from '../detail.module.css'
import { useSetPriority } from '../mutations.ts'

interface PriorityButtonProps {
  incident: IncidentResponse
  button: RefObject<HTMLButtonElement | null>
}

/** Button that shows the priority of the incident and opens a menu to change the priority. */
export function PriorityButton({ incident, button }: PriorityButtonProps) {
  const setPriority = useSetPriority(incident.id)
  const priority = setPriority.isPending ? setPriority.variables : incident.priority
  return (
    <PriorityMenu value={priority} position="bottom-start" onChoose={setPriority.mutate}>
      <Button
        ref={button}
        variant="default"
        className={classes.priority!}
        aria-label={texts.priority(priority)}
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        <PriorityBadge priority={priority} />
      </Button>
    </PriorityMenu>
  )
}
