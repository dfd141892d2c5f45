import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import type { IncidentQuery } from '../incident-search.ts'
import { incidentPagesQuery, type IncidentPage, type IncidentPages } from '../list/queries.ts'

/** What one column of the board shows: what is asked for, of one state. */
export const columnQuery = (query: IncidentQuery, stateId: Uuid): IncidentQuery => ({ ...query, stateId: [stateId] })

interface Move {
  incident: IncidentResponse
  toStateId: Uuid
}

/**
 * Moves a card: it is in its new column at once, and back where it was if the server refuses.
 * @param query of the board, without its columns' states.
 */
export function useMoveCard(query: IncidentQuery) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ incident, toStateId }: Move) =>
      call<IncidentResponse>('POST', `/incidents/${incident.id}/transition`, { body: { stateId: toStateId } }),
    async onMutate({ incident, toStateId }) {
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      const without = (page: IncidentPage) => ({ ...page, items: page.items.filter(({ id }) => id !== incident.id) })
      const withMoved = (page: IncidentPage) => ({
        ...page,
        items: [{ ...incident, stateId: toStateId }, ...page.items],
      })
      changeColumn(queryClient, columnQuery(query, incident.stateId), (pages) => pages.map(without))
      changeColumn(queryClient, columnQuery(query, toStateId), (pages) => {
        const [first, ...others] = pages.map(without)
        return first ? [withMoved(first), ...others] : []
      })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
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
