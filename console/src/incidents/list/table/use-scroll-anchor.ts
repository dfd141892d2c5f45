import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface ScrollAnchor {
  /** Number of new rows above the visible rows. */
  newAbove: number
  showNew: () => void
}

interface ScrolledList {
  /** Ids of all rows, in order. */
  ids: readonly Uuid[]
  rowHeightPx: number
  /** Text that identifies the search. A new text resets the number of new rows. */
  searchKey: string
  /** Height of the header that covers the first rows. */
  coveredPx: number
  /** Element that scrolls the rows; by default the window. */
  scroller?: RefObject<HTMLElement | null>
}

/**
 * Keeps the visible rows in their position on the screen when rows above them are added or removed. If the list is
 * scrolled to its top, new rows are shown at once. If the list is scrolled down, new rows are only counted.
 * @param rows element that contains the rows.
 */
export function useScrollAnchor(
  rows: RefObject<HTMLElement | null>,
  { ids, rowHeightPx, searchKey, coveredPx, scroller }: ScrolledList,
): ScrollAnchor {
  const [newAbove, setNewAbove] = useState(0)
  const former = useRef({ ids, searchKey })

  useLayoutEffect(() => {
    const topPx = scroller?.current?.getBoundingClientRect().top ?? 0
    const before = former.current
    former.current = { ids, searchKey }
    if (before.ids === ids) return
    const scrolledPx = rows.current ? topPx + coveredPx - rows.current.getBoundingClientRect().top : 0
    const isAtTop = scrolledPx < rowHeightPx
    if (before.searchKey !== searchKey || isAtTop) return setNewAbove(0)

    const anchor = before.ids.slice(Math.floor(scrolledPx / rowHeightPx)).find((id) => ids.includes(id))
    if (anchor === undefined) return
    const [from, to] = [before.ids.indexOf(anchor), ids.indexOf(anchor)]
    if (from !== to) (scroller?.current ?? window).scrollBy({ top: (to - from) * rowHeightPx, behavior: 'instant' })
    const known = new Set(before.ids)
    const added = ids.slice(0, to).filter((id) => !known.has(id)).length
    if (added > 0) setNewAbove((count) => count + added)
  }, [ids, searchKey, rowHeightPx, coveredPx, rows, scroller])

  useLayoutEffect(() => {
    if (newAbove === 0) return undefined
    const scrolled = scroller?.current ?? window
    const forgetAtTop = () => {
      const topPx = scroller?.current?.getBoundingClientRect().top ?? 0
      if (rows.current && rows.current.getBoundingClientRect().top >= topPx) setNewAbove(0)
    }
    scrolled.addEventListener('scroll', forgetAtTop, { passive: true })
    return () => scrolled.removeEventListener('scroll', forgetAtTop)
  }, [newAbove, rows, scroller])

  return { newAbove, showNew: () => (scroller?.current ?? window).scrollTo({ top: 0 }) }
}
