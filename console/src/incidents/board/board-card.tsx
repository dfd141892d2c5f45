import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { DragEvent } from 'react'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'
import { boardTexts } from '../../texts/board.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { useName } from '../names-context.ts'
import { fromOrigin } from '../origin/origin.ts'
import { IncidentAge } from '../incident-age.tsx'
import { IncidentNumber } from '../incident-number.tsx'
import { PriorityBadge } from '../priority-badge.tsx'
import type { StateInOrder } from '../../workflow/queries.ts'
import { StateLabel } from '../../workflow/state-label.tsx'
import classes from './board.module.css'

interface BoardCardProps {
  incident: IncidentResponse
  /** States to which the workflow allows a move from the incident's state. */
  targets: readonly StateInOrder[]
  /** Called when the user opens the incident, before the page changes. */
  onOpen: () => void
  /** True if the user has moved this card with the card's menu. The card then takes the focus in its new column. */
  takesFocus: boolean
  onMove: (state: StateInOrder) => void
  onDragStart: (event: DragEvent) => void
  onDragEnd: () => void
}

/** Card of one incident. Users move it to another column by dragging or by the card's menu. */
export function BoardCard({ incident, targets, takesFocus, onOpen, onMove, onDragStart, onDragEnd }: BoardCardProps) {
  const name = incidentTexts.nameOf(incident)
  const location = useName(incident.locationId)
  const assignee = useName(incident.assigneeId)
  return (
    // Dragging needs a pointer. The card's menu offers the same moves to users without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      draggable={targets.length > 0}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      data-incident={incident.id}
    >
      <div className={classes.cardHead}>
        <Link
          to="/incidents/$incidentId"
          params={{ incidentId: incident.id }}
          state={fromOrigin}
          preload={false}
          draggable={false}
          className={classes.name}
          onClick={onOpen}
        >
          {name}
        </Link>
        <Menu position="bottom-end" shadow="md" width={260}>
          <Menu.Target>
            <ActionIcon
              ref={takesFocus ? regainFocus : undefined}
              variant="subtle"
              color="gray"
              size={32}
              className={classes.move}
              aria-label={boardTexts.moveOf(name)}
            >
              <IconArrowsMove size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {targets.length > 0 && <Menu.Label>{boardTexts.move}</Menu.Label>}
            {targets.map((state) => (
              <Menu.Item key={state.id} onClick={() => onMove(state)}>
                <StateLabel state={state} />
              </Menu.Item>
            ))}
            {targets.length === 0 && <Menu.Item disabled>{boardTexts.nowhere}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.place}>
        <IncidentNumber incident={incident} />
        <span className={classes.location}>{location}</span>
        <IncidentAge incident={incident} />
      </div>
      <div className={classes.cardFoot}>
        <PriorityBadge priority={incident.priority} />
        <Text size="xs" c="dimmed" truncate className={classes.assignee}>
          {incident.assigneeId ? assignee : incidentTexts.unassigned}
        </Text>
      </div>
    </li>
  )
}
