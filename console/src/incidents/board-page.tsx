import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useRef, useState } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { isOnlyThumbnails } from '../live/only-thumbnails.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { useSession } from '../sessions/session.ts'
import { boardTexts } from '../texts/board.ts'
import { statesQuery, type StateInOrder } from '../workflow/queries.ts'
import { BoardColumn } from './board/board-column.tsx'
import classes from './board/board.module.css'
import { pendingMoveCount, useMoveCard } from './board/mutations.ts'
import { useCardKeys } from './board/use-card-keys.ts'
import { useDrag } from './board/use-drag.ts'
import { FoundCount } from './found-count.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { HeadActions } from './head-actions.tsx'
import { NamesContext, useKnownNames } from './names-context.ts'
import { hasIgnoredFilters, type IncidentSearch } from './search/incident-search.ts'
import { recallOrigin } from './origin/origin.ts'
import { useIsBackFrom } from './origin/use-is-back-from.ts'
import { useIncidentSearch } from './search/use-search.ts'
import { useOpenView } from './views/use-open-view.ts'
import { ViewActions } from './views/view-actions.tsx'

/** Board page: shows the incidents that match the search in the URL, in one column per workflow state. */
export function BoardPage() {
  const { search, query, change, clear } = useIncidentSearch()
  const { view } = useOpenView(search)
  const { stateId: _stateId, state: _state, ...withoutState } = query
  const states = useQuery(statesQuery)
  const filters = hasIgnoredFilters(search) ? {} : search
  const columns = states.data?.filter(
    ({ id, isFinal }) =>
      (!filters.stateId || filters.stateId.includes(id)) &&
      (!filters.state || isFinal === (filters.state === 'closed')),
  )
  const [announcement, announce] = useState('')
  const { mutate: move } = useMoveCard(withoutState, announce)
  const targetsOf = (state: StateInOrder) => states.data?.filter(({ id }) => state.nextStateIds.includes(id)) ?? []
  const stateOf = (id: Uuid) => states.data?.find((state) => state.id === id)
  const [movedId, setMovedId] = useState<Uuid>()
  const drag = useDrag(
    (from, to) => stateOf(from)?.nextStateIds.includes(to) ?? false,
    (incident, to) => move({ incident, toState: stateOf(to)! }),
  )
  const board = useRef<HTMLElement>(null)
  useCardKeys(board, useReturnedTo(search))
  useLiveColumns()

  return (
    <NamesContext value={useKnownNames()}>
      <PageHeader
        title={view?.name ?? boardTexts.title}
        aside={
          <>
            {/* The heads of the columns have the numbers of incidents. */}
            <FoundCount count={null} search={search} />
            <ViewActions search={search} layout="board" />
          </>
        }
        actions={<HeadActions search={search} query={query} layout="board" />}
      />
      <FilterBar search={search} onChange={change} onClear={clear} />
      <ProblemAlert title={boardTexts.loadFailed} error={states.error} onRetry={() => void states.refetch()} />
      {columns?.length === 0 ? (
        <EmptyState icon={IconColumns3} {...boardTexts.noStates} />
      ) : (
        <section
          ref={board}
          className={classes.board}
          data-fills-window
          data-content
          aria-label={boardTexts.board}
          aria-busy={states.isPending}
          // Let the board take the focus, so that the arrow keys scroll it even without cards.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {states.isPending &&
            [0, 1, 2, 3].map((column) => <Skeleton key={column} className={classes.column!} aria-hidden />)}
          {columns?.map((state) => (
            <BoardColumn
              key={state.id}
              state={state}
              search={search}
              query={withoutState}
              targets={targetsOf(state)}
              drag={drag}
              movedId={movedId}
              onMove={(incident, toState) => {
                setMovedId(incident.id)
                move({ incident, toState })
              }}
            />
          ))}
        </section>
      )}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </NamesContext>
  )
}

/**
 * Returns the id of the incident from which the user returns to this board; undefined if the user comes from elsewhere.
 */
function useReturnedTo(search: IncidentSearch): Uuid | undefined {
  const { user } = useSession()
  const [origin] = useState(() => recallOrigin(user.id))
  const isHere = origin?.layout === 'board' && JSON.stringify(origin.search) === JSON.stringify(search)
  const isBack = useIsBackFrom(origin?.id)
  return isHere && isBack ? origin.id : undefined
}

/**
 * Reloads the cards of all columns after each live update, because any change may move a card to another column. After
 * a creation or change of an incident, also reloads the workflow states, because the incident may be in a new state.
 */
function useLiveColumns(): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async (update) => {
    const { changes, isIncomplete } = update
    if (isOnlyThumbnails(update) || pendingMoveCount(queryClient) > 0) return
    const moved = changes.some(({ kind }) => kind === 'incident.created' || kind === 'incident.changed')
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['incidents'] }, { throwOnError: true }),
      (isIncomplete || moved) &&
        queryClient.invalidateQueries({ queryKey: statesQuery.queryKey }, { throwOnError: true }),
    ])
  })
}
