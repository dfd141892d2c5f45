import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Height of the header in pixels, as in incident-table.module.css. */
export const headerHeightPx = 36
const rowHeightsPx = { wide: 44, narrow: 92 }

/** Rows rendered beyond the window's edges, so that fast scrolling shows rows. */
const overscan = 12

export interface RowPosition {
  index: number
  /** Distance from the first row in pixels. */
  topPx: number
}

interface VirtualRows {
  positions: readonly RowPosition[]
  /** Height of all rows in pixels. */
  heightPx: number
  /** Index of the last visible row. */
  lastIndex: number
  /** Renders the row wherever it is. `scrollTo` also scrolls to it. */
  keep: (index: number) => void
  scrollTo: (index: number) => void
}

/** Returns the height of a row in pixels: one line on a wide screen, three on a narrow one. */
export function useRowHeight(): number {
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  return isWide ? rowHeightsPx.wide : rowHeightsPx.narrow
}

/** Returns the rows to render for the current scroll position of the window. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  { count, rowHeightPx }: { count: number; rowHeightPx: number },
): VirtualRows {
  const kept = useRef(0)
  const marginPx = useDistanceFromTop(body)
  // No compiler memoizes this hook, and the virtualizer triggers its renders itself.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    overscan,
    scrollMargin: marginPx,
    scrollPaddingStart: headerHeightPx,
    scrollPaddingEnd: rowHeightPx * 2,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(kept.current, count - 1)])].toSorted((a, b) => a - b),
  })
  const measuredPx = useRef(rowHeightPx)
  useEffect(() => {
    if (measuredPx.current === rowHeightPx) return
    measuredPx.current = rowHeightPx
    virtualizer.measure()
  }, [virtualizer, rowHeightPx])
  return {
    positions: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - marginPx })),
    heightPx: virtualizer.getTotalSize(),
    lastIndex: virtualizer.range?.endIndex ?? 0,
    keep(index) {
      kept.current = index
    },
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

/** Returns the distance of the rows from the document's top, which changes with the elements above. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distancePx, setDistancePx] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setDistancePx(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return distancePx
}
