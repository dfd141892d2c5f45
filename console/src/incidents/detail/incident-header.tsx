import { Anchor, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { RefObject } from 'react'
import { PageHeader } from '../../frame/page-header.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { PriorityBadge } from '../priority-badge.tsx'
import { StateBadge } from '../state-badge.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'
import type { Neighbours } from './use-neighbours.ts'

interface IncidentHeaderProps {
  incident: IncidentResponse
  neighbours: Neighbours
  /** Undefined while it is being edited. */
  onEdit: (() => void) | undefined
  editButton: RefObject<HTMLButtonElement | null>
}

/** What the Incident is called and how it stands, and the way back, on, and into editing. */
export const IncidentHeader = ({ incident, neighbours, onEdit, editButton }: IncidentHeaderProps) => (
  <PageHeader
    title={incident.name || texts.unnamed}
    above={
      <Anchor size="sm" renderRoot={(props) => <Link to="/incidents" {...props} />}>
        {texts.back}
      </Anchor>
    }
    aside={
      <>
        <PriorityBadge priority={incident.priority} />
        <StateBadge stateId={incident.stateId} />
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
        <IncidentMenu incident={incident} />
      </>
    }
  />
)
