import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentPage, IncidentPages } from '../queries.ts'

/** Data that was read from the server because incidents have changed. */
interface FreshData {
  /** First page as just read from the server. */
  head: IncidentPage
  /** Ids of the incidents that were changed after the pages had been read. */
  changedIds: ReadonlySet<Uuid>
  /** New versions of the changed incidents that are not on the first page, keyed by id; null for a deleted incident. */
  changed: ReadonlyMap<Uuid, IncidentResponse | null>
}

/**
 * Updates a long list without reading all pages again. The new first page replaces the beginning of the list. Later
 * rows stay in their position, but changed incidents get their new values. The cursors of the pages stay the same, so
 * that the next pages can be loaded.
 * @see use-live-pages.ts
 */
export function mergeFirstPage(data: IncidentPages, { head, changedIds, changed }: FreshData): IncidentPages {
  const rows = data.pages.flatMap(({ items }) => items)
  const known = new Map(rows.map((row) => [row.id, row]))
  // A loaded row is newer if this user changed it after the data was read.
  const newer = (read: IncidentResponse) => {
    const row = known.get(read.id)
    return row && row.version > read.version ? row : read
  }
  const top = head.items.map(newer)
  const [first, ...following] = data.pages
  const headIds = new Set(head.items.map(({ id }) => id))
  const lastKnown = head.items.findLast(({ id }) => !changedIds.has(id) && rows.some((row) => row.id === id))
  // Replace the whole list if the new list has only one page, or no unchanged row in common with the old list.
  if (!first || head.next === undefined || !lastKnown)
    return { pages: [{ ...head, items: top }], pageParams: [undefined] }

  const superseded = new Set(rows.slice(0, rows.findIndex(({ id }) => id === lastKnown.id) + 1).map(({ id }) => id))
  const remaining = (items: readonly IncidentResponse[]) =>
    items.flatMap((row) => {
      if (headIds.has(row.id) || superseded.has(row.id)) return []
      const current = changed.get(row.id)
      return current === null ? [] : [current ? newer(current) : row]
    })
  return {
    pages: [
      { ...first, items: [...top, ...remaining(first.items)] },
      ...following.map((page) => ({ ...page, items: remaining(page.items) })),
    ],
    pageParams: data.pageParams,
  }
}
