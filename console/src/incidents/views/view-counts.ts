import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { ViewCounts } from '@tocsin/contract/console/view.ts'
import { countedViewsMaximum, viewQueryMaxLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { writeSearch } from '../../api/search-parameters.ts'
import { useEveryDay } from '../../kit/time/use-every-minute.ts'
import { isOnlyThumbnails } from '../../live/only-thumbnails.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { useSession } from '../../sessions/session.ts'
import { queryOf, type IncidentSearch } from '../search/incident-search.ts'
import type { ListedView } from './listed-views.ts'

/**
 * Milliseconds between two refreshes of the counts while incidents change. All open pages refresh at the same moments:
 * when the clock shows a multiple of this time.
 */
const refreshMs = 3_000

const viewCountsKey = ['view-counts'] as const

/** Query for the counts of several views with one request. The result is keyed by the filters of each view. */
const viewCountsQuery = (queries: readonly string[]) =>
  queryOptions({
    queryKey: [...viewCountsKey, queries],
    async queryFn({ signal }): Promise<Record<string, IncidentCount | null>> {
      const { counts } = await call<ViewCounts>('POST', '/views/counts', { body: { queries }, signal })
      return Object.fromEntries(queries.map((query, place) => [query, counts[place] ?? null]))
    },
    placeholderData: keepPreviousData,
  })

/**
 * Returns a function that returns the number of incidents in a view. This number is undefined while the count loads,
 * for views that cannot be counted, and for views beyond the maximum of one request.
 */
export function useViewCounts(views: readonly ListedView[]): (view: ListedView) => IncidentCount | undefined {
  const { user } = useSession()
  useEveryDay()
  const { data } = useQuery(viewCountsQuery(queriesOf(views, user.id)))
  return (view) => (view.isComplete ? (data?.[filtersOf(view.search, user.id)] ?? undefined) : undefined)
}

/**
 * Returns the filters of the views that the server can count. Leaves out filters that become too long for the server
 * once the user's id and the instants are inserted.
 */
export const queriesOf = (views: readonly ListedView[], userId: Uuid): string[] =>
  views
    .filter(({ isComplete }) => isComplete)
    .map(({ search }) => filtersOf(search, userId))
    .filter(({ length }) => length <= viewQueryMaxLength)
    .slice(0, countedViewsMaximum)

/** Returns the filters of a search as a query string for the API, without the sort. */
function filtersOf(search: IncidentSearch, userId: Uuid): string {
  const { sort: _sort, ...filters } = queryOf(search, userId)
  return writeSearch(filters).slice(1)
}

/** Refreshes the counts after live updates: at once, and then every few seconds while incidents change. */
export function useLiveViewCounts(): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async (update) => {
    if (isOnlyThumbnails(update)) return
    await queryClient.invalidateQueries({ queryKey: viewCountsKey })
    // The next refresh waits for this promise, and covers all changes until then. All open pages wait for the same
    // moment, so that their requests share one SQL statement.
    await new Promise((resolve) => setTimeout(resolve, refreshMs - (Date.now() % refreshMs)))
  })
}
