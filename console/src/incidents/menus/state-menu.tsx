import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { incidentMenuTexts as texts } from '../../texts/incident-menus.ts'
import { statesQuery } from '../../workflow/queries.ts'
import { StateLabel } from '../../workflow/state-label.tsx'
import type { PlacedMenu } from './placed-menu.ts'

interface StateMenuProps extends PlacedMenu {
  incidents: readonly Pick<IncidentResponse, 'stateId'>[]
  /** True if the selection includes incidents that are not loaded. The menu then offers all states. */
  isAll?: boolean
  onChoose: (state: WorkflowState) => void
}

/**
 * Menu of the states to which the workflow lets at least one of the incidents move. If only some of the incidents can
 * move to a state, the menu shows how many can.
 */
export function StateMenu({ incidents, isAll = false, onChoose, ...menu }: StateMenuProps) {
  const { data: states, error, refetch } = useQuery(statesQuery)
  const nextOf = new Map(states?.map(({ id, nextStateIds }) => [id, new Set(nextStateIds)]))
  const targets = (states ?? [])
    .map((state) => ({ state, count: incidents.filter(({ stateId }) => nextOf.get(stateId)?.has(state.id)).length }))
    .filter(({ state, count }) => (isAll ? states?.some(({ id }) => nextOf.get(id)?.has(state.id)) : count > 0))
  return (
    <SearchMenu
      {...menu}
      label={texts.moveTo}
      searchLabel={texts.find.stateId}
      emptyText={texts.nowhere}
      options={targets.map(({ state, count }) => ({
        value: state.id,
        label: state.name,
        text: (
          <>
            <StateLabel state={state} />{' '}
            <Text span size="xs" c="dimmed">
              {!isAll && texts.allowedFor(count, incidents.length)}
            </Text>
          </>
        ),
      }))}
      loading={states ? undefined : { error, onRetry: () => void refetch() }}
      onChoose={(id) => {
        const state = states?.find((each) => each.id === id)
        if (state) onChoose(state)
      }}
    />
  )
}
