import { ActionIcon, Group } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { fromOrigin } from '../../origin/origin.ts'
import type { Neighbours } from './neighbours.ts'

/**
 * Links to the previous and next incident of the list that the user came from. Renders nothing without such incidents.
 */
export function NeighbourLinks({ neighbours: { previousId, nextId } }: { neighbours: Neighbours }) {
  if (!previousId && !nextId) return null
  return (
    <Group gap={4} visibleFrom="sm">
      <NeighbourLink id={previousId} label={texts.previous} icon={IconChevronUp} />
      <NeighbourLink id={nextId} label={texts.next} icon={IconChevronDown} />
    </Group>
  )
}

function NeighbourLink({
  id,
  label,
  icon: Arrow,
}: {
  id: Uuid | undefined
  label: string
  icon: typeof IconChevronUp
}) {
  const look = { variant: 'default', size: 36, 'aria-label': label }
  if (!id) {
    return (
      <ActionIcon {...look} disabled>
        <Arrow size={18} />
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      {...look}
      // Replace the history entry, so that the Back button of the browser returns to the list.
      renderRoot={(props) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: id }} state={fromOrigin} replace {...props} />
      )}
    >
      <Arrow size={18} />
    </ActionIcon>
  )
}
