import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { RefObject } from 'react'
import { PageHeader } from '../../../kit/pages/page-header.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { statesQuery } from '../../../workflow/queries.ts'
import type { Origin } from '../../origin/origin.ts'
import { PriorityBadge } from '../../priority-badge.tsx'
import { StateLabel } from '../../../workflow/state-label.tsx'
import { BackLink } from './back-link.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'
import type { Neighbours } from './neighbours.ts'
import { PriorityButton } from './priority-button.tsx'

interface IncidentHeaderProps {
  incident: IncidentResponse
  /** Origin that the incident was opened from. */
  origin: Origin | undefined
  neighbours: Neighbours
  /** Undefined during an edit. */
  onEdit: (() => void) | undefined
  editButton: RefObject<HTMLButtonElement | null>
  priorityButton: RefObject<HTMLButtonElement | null>
}

/** Header of the incident: name, state, priority and navigation. */
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
          {onEdit ? (
            <PriorityButton incident={incident} button={priorityButton} />
          ) : (
            // The form has a priority field during an edit.
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
