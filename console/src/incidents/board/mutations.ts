import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { boardTexts } from '../../texts/board.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import type { IncidentQuery } from '../incident-search.ts'
import { incidentPagesQuery, type IncidentPage, type IncidentPages } from '../list/queries.ts'
import { useTransition } from '../use-transition.ts'
import { columnQuery } from './queries.ts'

/**
 * Moves a card: it is in its new column at once, and back in its former one if the server refuses or is not reached.
 * @param query of the board, without its columns' states.
 * @param announce says what became of each move, to those who cannot see it.
 */
export function useMoveCard(query: IncidentQuery, announce: (text: string) => void) {
  const queryClient = useQueryClient()
  return useTransition({
    async onBegun({ incident, toState }) {
      await queryClient.cancelQueries({ queryKey: ['incidents', 'list'] })
      place(queryClient, query, incident, toState.id)
    },
    onMoved: ({ incident, toState }) => announce(boardTexts.moved(nameOf(incident), toState.name)),
    // Not as all columns were before the move: others may have been made since.
    onRefused({ incident, toState }) {
      place(queryClient, query, { ...incident, stateId: toState.id }, incident.stateId)
      announce(boardTexts.notMoved(nameOf(incident)))
    },
  })
}

const nameOf = ({ name }: IncidentResponse): string => name || incidentTexts.withoutName

/** Takes a card out of the column that it is in, and puts it on top of another. */
function place(queryClient: QueryClient, query: IncidentQuery, incident: IncidentResponse, toStateId: Uuid): void {
  const without = (page: IncidentPage) => ({ ...page, items: page.items.filter(({ id }) => id !== incident.id) })
  const withPlaced = (page: IncidentPage) => ({ ...page, items: [{ ...incident, stateId: toStateId }, ...page.items] })
  changeColumn(queryClient, columnQuery(query, incident.stateId), (pages) => pages.map(without))
  changeColumn(queryClient, columnQuery(query, toStateId), (pages) => {
    const [first, ...others] = pages.map(without)
    return first ? [withPlaced(first), ...others] : []
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
