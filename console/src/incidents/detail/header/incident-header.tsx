import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { RefObject } from 'react'
import type { Names } from '../../../incident-form/names.ts'
import { PageHeader } from '../../../kit/pages/page-header.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { statesQuery } from '../../../workflow/queries.ts'
import { StateLabel } from '../../../workflow/state-label.tsx'
import { IncidentNumber } from '../../incident-number.tsx'
import type { Origin } from '../../origin/origin.ts'
import { PriorityBadge } from '../../priority-badge.tsx'
import { MenuFact } from '../facts/menu-fact.tsx'
import { TypedFactValue } from '../facts/typed-fact.tsx'
import type { Facts } from '../facts/use-facts.ts'
import { BackLink } from './back-link.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'
import type { Neighbours } from './neighbours.ts'
import { NextStep } from './next-step.tsx'

interface IncidentHeaderProps {
  incident: IncidentResponse
  facts: Facts
  names: Names
  /** List or board from which the user opened the incident. */
  origin: Origin | undefined
  neighbours: Neighbours
  /** Opens the form for all fields; undefined while the form is open. */
  onEdit: (() => void) | undefined
  editButton: RefObject<HTMLButtonElement | null>
}

/**
 * Page header of an incident: name, state, priority, navigation and actions. While the form is open, the header leaves
 * out the priority, because the form has a field for it.
 */
export function IncidentHeader({
  incident,
  facts,
  names,
  origin,
  neighbours,
  onEdit,
  editButton,
}: IncidentHeaderProps) {
  const { data: states } = useQuery(statesQuery)
  const state = states?.find(({ id }) => id === facts.shown.stateId)
  const name = incident.name || texts.unnamed
  return (
    <PageHeader
      title={name}
      editor={
        onEdit && (
          <TypedFactValue fact="name" {...{ incident, facts, names }}>
            {name}
          </TypedFactValue>
        )
      }
      isEditing={onEdit !== undefined && facts.isOpen('name')}
      above={<BackLink origin={origin} />}
      below={
        <>
          <IncidentNumber incident={incident} />
          <MenuFact field="stateId" isFramed facts={facts} names={names}>
            {state ? <StateLabel state={state} /> : fieldTexts.stateId}
          </MenuFact>
          {onEdit && (
            <MenuFact field="priority" isFramed facts={facts} names={names}>
              <PriorityBadge priority={facts.shown.priority} />
            </MenuFact>
          )}
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
          <NextStep facts={facts} />
        </>
      }
    />
  )
}
