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
 * Returns a mutation that moves a card to its new column at once, before the server responds. If the move fails, the
 * card goes back to the column of the last state that the server has confirmed.
 * @param query query parameters of the board, without a filter for states.
 * @param announce announces the outcome of each move to screen readers.
 */
export function useMoveCard(query: IncidentQuery, announce: (text: string) => void) {
  const queryClient = useQueryClient()
  const [pending] = useState(() => new Map<Uuid, PendingMoves>())
  return useTransition({
    async onBegun({ incident, toState }) {
      const { moves, stateId } = pending.get(incident.id) ?? { moves: 0, stateId: incident.stateId }
      pending.set(incident.id, { moves: moves + 1, stateId })
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      place(queryClient, query, incident, toState.id)
    },
    onMoved({ incident, toState }) {
      countResponse(pending, incident.id, toState.id)
      announce(boardTexts.moved(incidentTexts.nameOf(incident), toState.name))
    },
    // Move only this card back. Restoring the earlier data of all columns would undo later moves of other cards.
    onRejected({ incident }) {
      const { moves, stateId } = countResponse(pending, incident.id)
      if (moves === 0) place(queryClient, query, incident, stateId)
      announce(boardTexts.notMoved(incidentTexts.nameOf(incident)))
    },
  })
}

/** Number of a card's moves without a response, and the last state that the server has confirmed for the card. */
interface PendingMoves {
  moves: number
  stateId: Uuid
}

/**
 * Records one response to a move of a card. @param movedTo new state; absent if the move failed. @returns the card's
 * moves that still wait for a response.
 */
function countResponse(pending: Map<Uuid, PendingMoves>, id: Uuid, movedTo?: Uuid): PendingMoves {
  const { moves, stateId } = pending.get(id)!
  const remaining = { moves: moves - 1, stateId: movedTo ?? stateId }
  if (remaining.moves > 0) pending.set(id, remaining)
  else pending.delete(id)
  return remaining
}

/** Moves a card to the top of a column in the query cache, and removes it from all other columns. */
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
