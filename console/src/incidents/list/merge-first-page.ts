import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentPage, IncidentPages } from '../queries.ts'

interface News {
  /** The first page, read again just now. */
  head: IncidentPage
  /** Incidents that have changed since the pages were read. */
  changedIds: ReadonlySet<Uuid>
  /** Those of them that are further down, as they are now; null: it is gone. */
  changed: ReadonlyMap<Uuid, IncidentResponse | null>
}

/**
 * Brings a long list up to date without reading all its pages again: the beginning becomes what was read just now, what
 * follows stays in place with the new values. The cursors stay, so the pages still lead on from one to the next.
 * @see use-live-pages.ts
 */
export function mergeFirstPage(data: IncidentPages, { head, changedIds, changed }: News): IncidentPages {
  const rows = data.pages.flatMap(({ items }) => items)
  const [first, ...following] = data.pages
  const headIds = new Set(head.items.map(({ id }) => id))
  const lastKnown = head.items.findLast(({ id }) => !changedIds.has(id) && rows.some((row) => row.id === id))
  // The list ends with the head, or nothing of it is where it was.
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
