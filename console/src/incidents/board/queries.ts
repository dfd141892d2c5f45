import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../frame/show-problem.tsx'
import { boardTexts } from '../../texts/board.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import type { IncidentQuery } from '../incident-search.ts'
import { incidentPagesQuery, type IncidentPage, type IncidentPages } from '../list/queries.ts'

/** What one column of the board shows: what is asked for, of one state. */
export const columnQuery = (query: IncidentQuery, stateId: Uuid): IncidentQuery => ({ ...query, stateId: [stateId] })

interface Move {
  incident: IncidentResponse
  toState: WorkflowState
}

/**
 * Moves a card: it is in its new column at once, and back where it was if the server refuses.
 * @param query of the board, without its columns' states.
 * @param announce says what became of each move, to those who cannot see it.
 */
export function useMoveCard(query: IncidentQuery, announce: (text: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ incident, toState }: Move) =>
      call<IncidentResponse>('POST', `/incidents/${incident.id}/transition`, { body: { stateId: toState.id } }),
    async onMutate({ incident, toState }) {
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      const without = (page: IncidentPage) => ({ ...page, items: page.items.filter(({ id }) => id !== incident.id) })
      const withMoved = (page: IncidentPage) => ({
        ...page,
        items: [{ ...incident, stateId: toState.id }, ...page.items],
      })
      changeColumn(queryClient, columnQuery(query, incident.stateId), (pages) => pages.map(without))
      changeColumn(queryClient, columnQuery(query, toState.id), (pages) => {
        const [first, ...others] = pages.map(without)
        return first ? [withMoved(first), ...others] : []
      })
    },
    // Here and not beside `mutate`, which tells only of the latest of several moves.
    onSuccess: (_, { incident, toState }) => announce(boardTexts.moved(nameOf(incident), toState.name)),
    onError(error, { incident }) {
      announce(boardTexts.notMoved(nameOf(incident)))
      showProblem(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
}

const nameOf = ({ name }: IncidentResponse): string => name || incidentTexts.withoutName

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
