import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { boardTexts } from '../../texts/board.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { statesQuery } from '../../workflow/queries.ts'
import type { IncidentQuery } from '../search/incident-search.ts'
import { incidentPagesQuery, type IncidentPage, type IncidentPages } from '../queries.ts'
import { useTransition } from '../use-transition.ts'
import { columnQuery } from './column-query.ts'

/**
 * Moves a card: it is in its new column at once, and back where the server last had it if that refuses or is not reached.
 * @param query of the board, without its columns' states.
 * @param announce says what became of each move, to those who cannot see it.
 */
export function useMoveCard(query: IncidentQuery, announce: (text: string) => void) {
  const queryClient = useQueryClient()
  const [underway] = useState(() => new Map<Uuid, Underway>())
  return useTransition({
    async onBegun({ incident, toState }) {
      const { moves, stateId } = underway.get(incident.id) ?? { moves: 0, stateId: incident.stateId }
      underway.set(incident.id, { moves: moves + 1, stateId })
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      place(queryClient, query, incident, toState.id)
    },
    onMoved({ incident, toState }) {
      takeAnswer(underway, incident.id, toState.id)
      announce(boardTexts.moved(incidentTexts.nameOf(incident), toState.name))
    },
    // Not as all columns were before the move: others may have been made since, and of this card too.
    onRefused({ incident }) {
      const { moves, stateId } = takeAnswer(underway, incident.id)
      if (moves === 0) place(queryClient, query, incident, stateId)
      announce(boardTexts.notMoved(incidentTexts.nameOf(incident)))
    },
  })
}

/** A card that moves: how many of its moves are not answered yet, and in which state the server last had it. */
interface Underway {
  moves: number
  stateId: Uuid
}

/** @param movedTo is absent where the move was refused. */
function takeAnswer(underway: Map<Uuid, Underway>, id: Uuid, movedTo?: Uuid): Underway {
  const { moves, stateId } = underway.get(id)!
  const left = { moves: moves - 1, stateId: movedTo ?? stateId }
  if (left.moves > 0) underway.set(id, left)
  else underway.delete(id)
  return left
}

/** Takes a card out of whatever column it is in, and puts it on top of one. */
function place(queryClient: QueryClient, query: IncidentQuery, incident: IncidentResponse, toStateId: Uuid): void {
  const without = (page: IncidentPage) => ({ ...page, items: page.items.filter(({ id }) => id !== incident.id) })
  const withPlaced = (page: IncidentPage) => ({ ...page, items: [{ ...incident, stateId: toStateId }, ...page.items] })
  for (const { id } of queryClient.getQueryData(statesQuery.queryKey) ?? [])
    changeColumn(queryClient, columnQuery(query, id), (pages) => pages.map(without))
  changeColumn(queryClient, columnQuery(query, toStateId), ([first, ...others]) =>
    first ? [withPlaced(first), ...others] : [],
  )
}

function changeColumn(
  queryClient: QueryClient,
  query: IncidentQuery,
  change: (pages: IncidentPage[]) => IncidentPage[],
): void {
  queryClient.setQueryData<IncidentPages>(
    incidentPagesQuery(query).queryKey,
    (data) => data && { ...data, pages: change(data.pages) },
  )
}
