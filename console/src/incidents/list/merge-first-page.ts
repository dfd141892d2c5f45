import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentPage, IncidentPages } from '../queries.ts'

interface News {
  /** Newly read first page. */
  head: IncidentPage
  /** Ids of the incidents changed since the pages were read. */
  changedIds: ReadonlySet<Uuid>
  /** Changed incidents further down; null for a deleted one. */
  changed: ReadonlyMap<Uuid, IncidentResponse | null>
}

/**
 * Updates a long list without reading all its pages again. The new first page replaces the beginning; later rows stay in
 * place with new values. The cursors stay, so further pages can still be loaded.
 * @see use-live-pages.ts
 */
export function mergeFirstPage(data: IncidentPages, { head, changedIds, changed }: News): IncidentPages {
  const rows = data.pages.flatMap(({ items }) => items)
  const [first, ...following] = data.pages
  const headIds = new Set(head.items.map(({ id }) => id))
  const lastKnown = head.items.findLast(({ id }) => !changedIds.has(id) && rows.some((row) => row.id === id))
  // The list fits into the first page, or shares no row with the old one.
  if (!first || head.next === undefined || !lastKnown) return { pages: [head], pageParams: [undefined] }

  const superseded = new Set(rows.slice(0, rows.findIndex(({ id }) => id === lastKnown.id) + 1).map(({ id }) => id))
  const keep = (items: readonly IncidentResponse[]) =>
    items.flatMap((row) => {
      if (headIds.has(row.id) || superseded.has(row.id)) return []
      const current = changed.get(row.id)
      return current === null ? [] : [current ?? row]
    })
  return {
    pages: [
      { ...first, items: [...head.items, ...keep(first.items)] },
      ...following.map((page) => ({ ...page, items: keep(page.items) })),
    ],
    pageParams: data.pageParams,
  }
}
