import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import type { IncidentQuery } from '../incident-search.ts'
import { incidentPagesQuery, type IncidentPage } from '../list/queries.ts'

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
      changeColumn(queryClient, columnQuery(query, incident.stateId), (items) =>
        items.filter(({ id }) => id !== incident.id),
      )
      changeColumn(queryClient, columnQuery(query, toStateId), (items) => [
        { ...incident, stateId: toStateId },
        ...items.filter(({ id }) => id !== incident.id),
      ])
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
}

function changeColumn(
  queryClient: QueryClient,
  query: IncidentQuery,
  change: (items: IncidentResponse[]) => IncidentResponse[],
): void {
  queryClient.setQueryData<InfiniteData<IncidentPage, string | undefined>>(
    incidentPagesQuery(query).queryKey,
    (data) => {
      const [first, ...others] = data?.pages ?? []
      if (!data || !first) return data
      const following = others.map((page) => ({ ...page, items: page.items }))
      return { ...data, pages: [{ ...first, items: change(first.items) }, ...following] }
    },
  )
}
