import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface ScrollAnchor {
  /** Number of new rows above the visible ones. */
  newAbove: number
  showNew: () => void
}

/**
 * Keeps the scroll position when rows arrive or leave above the visible ones. At the top of the list new rows are shown at
 * once; further down they are only counted.
 * @param rows element that contains the rows; `coveredPx` is the height in pixels that covers its first lines.
 * @param ids of all rows in order.
 * @param question identifies the search. A new search starts at the top.
 */
export function useScrollAnchor(
  rows: RefObject<HTMLElement | null>,
  {
    ids,
    rowHeightPx,
    question,
    coveredPx,
  }: { ids: readonly Uuid[]; rowHeightPx: number; question: string; coveredPx: number },
): ScrollAnchor {
  const [newAbove, setNewAbove] = useState(0)
  const former = useRef({ ids, question })

  useLayoutEffect(() => {
    const before = former.current
    former.current = { ids, question }
    if (before.ids === ids) return
    const scrolledPx = rows.current ? coveredPx - rows.current.getBoundingClientRect().top : 0
    const isAtTop = scrolledPx < rowHeightPx
    if (before.question !== question || isAtTop) return setNewAbove(0)

    const anchor = before.ids.slice(Math.floor(scrolledPx / rowHeightPx)).find((id) => ids.includes(id))
    if (anchor === undefined) return
    const [from, to] = [before.ids.indexOf(anchor), ids.indexOf(anchor)]
    if (from !== to) window.scrollBy({ top: (to - from) * rowHeightPx, behavior: 'instant' })
    const known = new Set(before.ids)
    const added = ids.slice(0, to).filter((id) => !known.has(id)).length
    if (added > 0) setNewAbove((count) => count + added)
  }, [ids, question, rowHeightPx, coveredPx, rows])

  useLayoutEffect(() => {
    if (newAbove === 0) return undefined
    const forgetAtTop = () => {
      if (rows.current && rows.current.getBoundingClientRect().top >= 0) setNewAbove(0)
    }
    window.addEventListener('scroll', forgetAtTop, { passive: true })
    return () => window.removeEventListener('scroll', forgetAtTop)
  }, [newAbove, rows])

  return { newAbove, showNew: () => window.scrollTo({ top: 0 }) }
}
