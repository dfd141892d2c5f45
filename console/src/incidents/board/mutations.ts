import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { boardTexts } from '../../texts/board.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { statesQuery, type StateInOrder } from '../../workflow/queries.ts'
import type { IncidentQuery } from '../search/incident-search.ts'
import { incidentPagesQuery, type IncidentPage, type IncidentPages } from '../queries.ts'
import { useStoreResponse } from '../use-store-response.ts'
import { useUndo } from '../use-undo.ts'
import { columnQuery } from './column-query.ts'

interface Move {
  incident: IncidentResponse
  toState: StateInOrder
}

const mutationKey = ['incidents', 'move']

/**
 * Returns the number of moves to which the server has not responded. Until this number is 0, do not reload incidents:
 * older data would undo the moves on the page.
 */
export const pendingMoveCount = (queryClient: QueryClient): number => queryClient.isMutating({ mutationKey })

/**
 * Returns a mutation that moves a card to its new column at once, before the server responds. If the move fails, the
 * card returns to the column of its last confirmed state.
 * @param query query parameters of the board, without a filter for states.
 * @param announce announces the outcome of each move to screen readers.
 */
export function useMoveCard(query: IncidentQuery, announce: (text: string) => void) {
  const queryClient = useQueryClient()
  const { store, refresh } = useStoreResponse()
  const { offerUndo } = useUndo()
  const [pending] = useState(() => new Map<Uuid, PendingMoves>())
  return useMutation({
    mutationKey,
    mutationFn: ({ incident, toState }: Move) =>
      call<IncidentResponse>('PATCH', `/incidents/${incident.id}`, { body: { stateId: toState.id } }),
    async onMutate({ incident, toState }) {
      const { moves, stateId } = pending.get(incident.id) ?? { moves: 0, stateId: incident.stateId }
      pending.set(incident.id, { moves: moves + 1, stateId })
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      place(queryClient, query, incident, toState.id)
    },
    onSuccess(after, { incident: before, toState }) {
      countResponse(pending, before.id, toState.id)
      announce(boardTexts.moved(incidentTexts.nameOf(before), toState.name))
      store(after)
      // Offer no undo if the workflow has no transition back.
      const isAllowed = toState.nextStateIds.includes(before.stateId)
      const former = { stateId: before.stateId }
      offerUndo(incidentTexts.movedTo(toState.name), { before, after, former }, isAllowed)
    },
    onError(error, { incident, toState }) {
      // Move only this card back. Restoring the earlier data of all columns would undo later moves of other cards.
      const { moves, stateId } = countResponse(pending, incident.id)
      if (moves === 0) place(queryClient, query, incident, stateId)
      const name = incidentTexts.nameOf(incident)
      announce(boardTexts.notMoved(name))
      showProblem(incidentTexts.moveFailed(name, toState.name), error)
    },
    // Reload after a failure too, because the incident or the workflow may have changed. Wait for the last pending
    // move, because an earlier reload would undo the pending moves on the page.
    onSettled() {
      if (pendingMoveCount(queryClient) === 1) void refresh()
    },
  })
}

/** Number of a card's moves that wait for a response, and the card's last state that the server has confirmed. */
interface PendingMoves {
  moves: number
  stateId: Uuid
}

/**
 * Records the response to one move of a card.
 * @param movedTo new state; absent if the move failed.
 * @returns the moves of the card that still wait for a response.
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
