import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useId } from 'react'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { useSession } from '../../sessions/session.ts'
import { boardTexts } from '../../texts/board.ts'
import type { IncidentQuery, IncidentSearch } from '../search/incident-search.ts'
import { rememberOrigin } from '../origin/origin.ts'
import { incidentCountQuery, incidentPagesQuery } from '../queries.ts'
import type { StateInOrder } from '../../workflow/queries.ts'
import { StateLabel } from '../../workflow/state-label.tsx'
import { BoardCard } from './board-card.tsx'
import classes from './board.module.css'
import { columnQuery } from './column-query.ts'
import type { useDrag } from './use-drag.ts'

interface BoardColumnProps {
  state: StateInOrder
  /** Search of the whole board, read from the URL. */
  search: IncidentSearch
  /** Query parameters of the API for `search`, without the filter for states. */
  query: IncidentQuery
  targets: readonly StateInOrder[]
  drag: ReturnType<typeof useDrag>
  /** Id of the incident whose card the user last moved with the card's menu; undefined if there is none. */
  movedId: Uuid | undefined
  onMove: (incident: IncidentResponse, toState: StateInOrder) => void
}

/** Column of the board with the incidents of one state. A button loads the next page of incidents. */
export function BoardColumn({ state, search, query, targets, drag, movedId, onMove }: BoardColumnProps) {
  const ownQuery = columnQuery(query, state.id)
  const pages = useInfiniteQuery(incidentPagesQuery(ownQuery))
  const { data: count } = useQuery(incidentCountQuery(ownQuery))
  const { user } = useSession()
  const headingId = useId()
  const incidents = pages.data?.pages.flatMap(({ items }) => items)
  const remember = ({ id }: IncidentResponse) =>
    rememberOrigin(user.id, { id, ids: incidents?.map((each) => each.id) ?? [], layout: 'board', search })
  const dropState = drag.stateOf(state.id)
  return (
    <section
      className={classes.column}
      aria-labelledby={headingId}
      aria-busy={pages.isPending || pages.isPlaceholderData}
      data-drop={dropState}
      {...drag.onColumn(state.id)}
    >
      <div className={classes.columnHead}>
        <Title order={2} size="h3" id={headingId}>
          <StateLabel state={state} />
        </Title>
        <Text size="sm" c="dimmed">
          {count && boardTexts.count(count.count, count.hasMore)}
        </Text>
      </div>
      {dropState === 'refused' && (
        <Text size="xs" className={classes.refused}>
          {boardTexts.notAllowed}
        </Text>
      )}
      <div className={classes.scroll}>
        {pages.isError && (
          <ProblemAlert title={boardTexts.loadFailed} error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        <ul className={classes.cards} aria-labelledby={headingId}>
          {pages.isPending && [0, 1, 2].map((card) => <Skeleton key={card} component="li" height={104} aria-hidden />)}
          {incidents?.map((incident) => (
            <BoardCard
              key={incident.id}
              incident={incident}
              targets={targets}
              takesFocus={incident.id === movedId}
              onOpen={() => remember(incident)}
              onMove={(toState) => onMove(incident, toState)}
              onDragStart={(event) => drag.start(event, incident)}
              onDragEnd={drag.end}
            />
          ))}
        </ul>
        {incidents?.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="md">
            {boardTexts.empty}
          </Text>
        )}
        {pages.hasNextPage && (
          <Button
            variant="subtle"
            fullWidth
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {count && !count.hasMore && incidents
              ? boardTexts.more(count.count - incidents.length)
              : boardTexts.moreOfMany}
          </Button>
        )}
      </div>
    </section>
  )
}
