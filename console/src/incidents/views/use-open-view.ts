import { useQuery } from '@tanstack/react-query'
import { viewsQuery } from '../../views/queries.ts'
import { textOf, type IncidentSearch } from '../search/incident-search.ts'
import { listViews, type ListedView } from './listed-views.ts'

interface OpenView {
  /** View whose id is in the URL; undefined if there is no id, or if the user cannot see the view. */
  view: ListedView | undefined
  /** True if the page has other filters or another sort than the view. */
  isChanged: boolean
}

/** Finds the view that the list or the board shows. */
export function useOpenView(search: IncidentSearch): OpenView {
  const { data } = useQuery(viewsQuery)
  const view = search.view === undefined ? undefined : listViews(data?.data).find(({ id }) => id === search.view)
  return { view, isChanged: view !== undefined && textOf(view.search) !== textOf(search) }
}
