import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { RefObject } from 'react'
import { PageHeader } from '../../../kit/pages/page-header.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { statesQuery } from '../../../workflow/queries.ts'
import type { Origin } from '../../origin/origin.ts'
import { IncidentNumber } from '../../incident-number.tsx'
import { PriorityBadge } from '../../priority-badge.tsx'
import { StateLabel } from '../../../workflow/state-label.tsx'
import { BackLink } from './back-link.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'
import type { Neighbours } from './neighbours.ts'
import { PriorityButton } from './priority-button.tsx'

interface IncidentHeaderProps {
  incident: IncidentResponse
  /** List or board from which the user opened the incident. */
  origin: Origin | undefined
  neighbours: Neighbours
  /** Starts an edit; undefined while the incident is being edited. */
  onEdit: (() => void) | undefined
  editButton: RefObject<HTMLButtonElement | null>
  priorityButton: RefObject<HTMLButtonElement | null>
}

/** Page header of an incident: name, priority, state, navigation and actions. */
export function IncidentHeader({
  incident,
  origin,
  neighbours,
  onEdit,
  editButton,
  priorityButton,
}: IncidentHeaderProps) {
  const { data: states } = useQuery(statesQuery)
  const state = states?.find(({ id }) => id === incident.stateId)
  return (
    <PageHeader
      title={incident.name || texts.unnamed}
      above={<BackLink origin={origin} />}
      aside={
        <>
          <IncidentNumber incident={incident} />
          {onEdit ? (
            <PriorityButton incident={incident} button={priorityButton} />
          ) : (
            // During an edit, show the priority without a menu, because the form has a field for the priority.
            <PriorityBadge priority={incident.priority} />
          )}
          {state && <StateLabel state={state} />}
        </>
      }
      actions={
        <>
          <NeighbourLinks neighbours={neighbours} />
          {onEdit && (
            <Button
              ref={editButton}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={onEdit}
            >
              {texts.edit}
            </Button>
          )}
          <IncidentMenu incident={incident} origin={origin} />
        </>
      }
    />
  )
}
