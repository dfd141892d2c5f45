import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { isOnlyThumbnails } from '../../live/only-thumbnails.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import type { IncidentQuery } from '../search/incident-search.ts'
import { incidentCountQuery, incidentPagesQuery, readIncidents, type IncidentPages } from '../queries.ts'
import { mergeFirstPage } from './merge-first-page.ts'

/**
 * Maximum number of changed rows that are read one by one. For more rows, reading the pages again needs fewer requests.
 */
const readSinglyMaximum = 20

/** Updates the loaded pages and the number of incidents of a query after each live update. */
export function useLivePages(query: IncidentQuery): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async (update) => {
    if (isOnlyThumbnails(update)) return
    const { changes, isIncomplete } = update
    const changedIds = new Set(changes.map(({ incidentId }) => incidentId))
    const readAgain = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryClient.invalidateQueries({ queryKey }, { throwOnError: true })
    const readPages = async () => {
      const isMerged = !isIncomplete && (await mergeChanges(queryClient, query, changedIds))
      if (!isMerged) await readAgain(incidentPagesQuery(query))
    }
    await Promise.all([readAgain(incidentCountQuery(query)), readPages()])
  })
}

/**
 * Merges changed incidents into the loaded pages.
 * @returns false if too many incidents have changed. In this case nothing is merged, and the caller must read all
 *   pages again.
 */
async function mergeChanges(
  queryClient: QueryClient,
  query: IncidentQuery,
  changedIds: ReadonlySet<Uuid>,
): Promise<boolean> {
  const { queryKey } = incidentPagesQuery(query)
  const head = await readIncidents(query, undefined)
  const headIds = new Set(head.items.map(({ id }) => id))
  const loaded = queryClient.getQueryData(queryKey)?.pages.flatMap(({ items }) => items) ?? []
  const further = loaded.filter(({ id }) => changedIds.has(id) && !headIds.has(id))
  if (further.length > readSinglyMaximum) return false
  const changed = new Map(await Promise.all(further.map(async ({ id }) => [id, await readIfThere(id)] as const)))

  // Wait for a page that is being loaded. On its arrival, TanStack Query also stores the earlier pages again as they
  // were, which would undo a merge.
  await untilFetched(queryClient, queryKey)
  queryClient.setQueryData<IncidentPages>(
    queryKey,
    (data) => data && mergeFirstPage(data, { head, changedIds, changed }),
  )
  return true
}

async function readIfThere(id: Uuid): Promise<IncidentResponse | null> {
  try {
    return await call<IncidentResponse>('GET', `/incidents/${id}`)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

async function untilFetched(queryClient: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
}
