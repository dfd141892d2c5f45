import type { BuiltInView } from '@tocsin/contract/console/built-in-views.ts'
import type { View, ViewLayout } from '@tocsin/contract/console/view.ts'
import { allOf, readSearch } from '../../api/search-parameters.ts'
import { viewTexts } from '../../texts/views.ts'
import { pageOfLayout } from '../origin/page-of-layout.ts'
import { me, readIncidentSearch, type IncidentSearch } from '../search/incident-search.ts'

/** View as the navigation lists it: a built-in one, or one that a user has saved. */
export interface ListedView {
  /** Id of a saved view, or name of a built-in view. */
  id: string
  name: string
  layout: ViewLayout
  search: IncidentSearch
  /** False if the view was saved with filters that do not exist any more. The view then opens without these filters. */
  isComplete: boolean
  /** The saved view; undefined for a built-in view. */
  saved?: View
}

const builtInSearches: Record<BuiltInView, IncidentSearch> = {
  unassigned: { state: 'open', assigned: 'false' },
  mine: { state: 'open', assigneeId: [me] },
  critical: { state: 'open', priority: ['CRITICAL'] },
}

const builtIn: readonly ListedView[] = Object.entries(builtInSearches).map(([id, search]) => ({
  id,
  name: viewTexts.builtIn[id as BuiltInView],
  layout: 'list',
  search,
  isComplete: true,
}))

/** Returns the built-in views, then the saved views in their order. */
export const listViews = (saved: readonly View[] = []): ListedView[] => [...builtIn, ...saved.map(listSaved)]

function listSaved(saved: View): ListedView {
  const { id, name, layout, query } = saved
  const stored = readSearch(query)
  const search = readIncidentSearch(stored)
  const found: Record<string, unknown> = { ...search }
  const isComplete = Object.keys(stored).every(
    (parameter) => parameter === 'sort' || allOf(stored[parameter]).length === [found[parameter] ?? []].flat().length,
  )
  return { id, name, layout, search, isComplete, saved }
}

/** Link that opens a view. The URL contains the filters of the view and its id. */
export const linkToView = ({ id, layout, search }: ListedView) =>
  ({ to: pageOfLayout[layout], search: { ...search, view: id } }) as const
