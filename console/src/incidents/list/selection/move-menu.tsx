import { Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ReactNode } from 'react'
import { MenuLoadState } from '../../../kit/menus/menu-load-state.tsx'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { statesQuery } from '../../../workflow/queries.ts'
import { StateLabel } from '../../../workflow/state-label.tsx'

const texts = incidentListTexts.bulk

interface MoveMenuProps {
  incidents: readonly Pick<IncidentResponse, 'stateId'>[]
  onChoose: (state: WorkflowState) => void
  /** Button that opens the menu. */
  children: ReactNode
}

/** Menu of the states to which the workflow lets some of the incidents move, with the number of these incidents. */
export function MoveMenu({ incidents, onChoose, children }: MoveMenuProps) {
  const { data: states, error, refetch } = useQuery(statesQuery)
  const nextOf = new Map(states?.map(({ id, nextStateIds }) => [id, new Set(nextStateIds)]))
  const targets = states
    ?.map((state) => ({ state, count: incidents.filter(({ stateId }) => nextOf.get(stateId)?.has(state.id)).length }))
    .filter(({ count }) => count > 0)
  return (
    <Menu shadow="md" width={260} position="top-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {!targets && <MenuLoadState error={error} onRetry={() => void refetch()} />}
        {targets?.map(({ state, count }) => (
          <Menu.Item key={state.id} onClick={() => onChoose(state)}>
            <StateLabel state={state} />{' '}
            <Text span size="xs" c="dimmed">
              {texts.allowedFor(count, incidents.length)}
            </Text>
          </Menu.Item>
        ))}
        {targets?.length === 0 && <Menu.Item disabled>{texts.nowhere}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
